#pragma once

#include <Eigen/Core>

namespace lamina {

/// Stiffness matrix (N/m, 24×24, three rows a corner) of a linearly elastic cube with `side` (m). Corner k
/// lies at the bits x, y, z of k. Trilinear displacements, with strains added inside that neighbours need not
/// share: they let the cube bend without shear, and keep its volume where the material is nearly
/// incompressible. Sources: Simo and Rifai 1990 (nine modes), Andelfinger and Ramm 1993 (three more, of the
/// volume). Symmetric; its kernel are the six rigid motions.
using BrickMatrix = Eigen::Matrix<double, 24, 24>;
BrickMatrix brick_stiffness(double side, double lambda, double mu);

} // namespace lamina
