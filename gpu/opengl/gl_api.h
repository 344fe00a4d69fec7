#pragma once

/// OpenGL 4.5 as functions to be called; for the sources of this folder and their tests.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
