# A Debian package of what `cmake --install` installs: cpack --config build/release/CPackConfig.cmake

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lamina)
set(CPACK_PACKAGE_VENDOR "Lamina")
set(CPACK_PACKAGE_CONTACT "Lamina maintainers <maintainers@lamina.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop laboratory for volume contact")
# What package managers show below the summary.
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Lamina lets closed meshes collide: rigid, soft, of particles or with bones.
They push each other apart by minimising the volume of their intersection,
which is measured on layered depth images.
.
Bodies can be dragged, settings changed while it runs, every contact pixel
looked at, and runs recorded, repeated and compared. Everything works from
the command line too, without a display.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Mesa's drivers are loaded at run time, so the linker does not know of them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1-mesa-dri, fonts-dejavu-core")
# For videos; without it they are folders of pictures.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
