# What is installed beside the program: desktop entry, icon, metainfo, man page, documents. The Debian package holds the
# same tree.
include(GNUInstallDirs)
find_program(LAMINA_GZIP gzip REQUIRED)

# Without name and time in them, so that equal sources give equal files.
function(lamina_compress source target)
  add_custom_command(OUTPUT ${target} COMMAND ${LAMINA_GZIP} -9nc ${source} > ${target} DEPENDS ${source} VERBATIM)
endfunction()

set(made ${CMAKE_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${made})
configure_file(packaging/changelog.in ${made}/changelog @ONLY)
configure_file(packaging/lamina.metainfo.xml.in ${made}/org.lamina.Lamina.metainfo.xml @ONLY)
lamina_compress(${made}/changelog ${made}/changelog.gz)
# The page comes from the program itself.
add_custom_command(OUTPUT ${made}/lamina.1 COMMAND lamina man-page > ${made}/lamina.1 DEPENDS lamina VERBATIM)
lamina_compress(${made}/lamina.1 ${made}/lamina.1.gz)
add_custom_target(lamina_packaging ALL DEPENDS ${made}/changelog.gz ${made}/lamina.1.gz)

set(documents ${CMAKE_INSTALL_DATADIR}/doc/lamina)
install(FILES ${made}/lamina.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES packaging/lamina.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${made}/org.lamina.Lamina.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/icons/lamina.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${made}/changelog.gz packaging/copyright README.md CHANGELOG.md THIRD_PARTY.md docs/vocabulary.md
              docs/settings.md docs/runs.md docs/comparison.md
        DESTINATION ${documents})
install(FILES packaging/snakemake/Snakefile packaging/snakemake/sweep.yaml DESTINATION ${documents}/examples/snakemake)
install(FILES packaging/snakemake/slurm/config.yaml DESTINATION ${documents}/examples/snakemake/slurm)
