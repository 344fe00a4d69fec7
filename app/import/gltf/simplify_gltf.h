#pragma once

#include "app/import/gltf/gltf_document.h"

#include <string>
#include <vector>

namespace lamina {

/// Brings a glTF 2.0 document into the form that Assimp reads, without what this program has no use for:
///
///  - an extension that the file requires and that is not known is refused by name (std::runtime_error);
///  - positions and weights that are stored as integers (KHR_mesh_quantization) become floats;
///  - normals, colours, texture coordinates and morph targets are left out, so that nothing in them matters;
///  - URIs lose their %-escapes;
///  - skins get the matrices that they may leave out.
///
/// A skin whose vertices follow joints that it does not have is refused.
void simplify_gltf(GltfDocument& document);

} // namespace lamina
