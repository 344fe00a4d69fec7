#pragma once

// OpenGL's declarations, for source files of this folder only: they do not mix with Qt's, so no header
// includes this.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
