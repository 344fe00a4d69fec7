# A Debian package of what `cmake --install` installs: cpack --config build/release/CPackConfig.cmake

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lamina)
set(CPACK_PACKAGE_VENDOR "Lamina")
set(CPACK_PACKAGE_CONTACT "Lamina maintainers <maintainers@lamina.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop laboratory for volume contact")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Mesa's drivers are loaded at run time, so the linker does not know of them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1-mesa-dri, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
