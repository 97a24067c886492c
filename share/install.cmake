# An installed Moult finds everything from where its program stands, in PREFIX/bin:
#   lib/moult          plugins                 include/moult            the SDK's headers
#   share/moult        profiles, templates     lib/pkgconfig, lib/cmake how to build plugins
# and what the system looks for: man page, completions, catalogues.
# `cmake --install BUILD --prefix DIR`, or `./moult install`; `cpack -G DEB` makes a package.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE) # the target `game` is all that is installed
set(here ${PROJECT_SOURCE_DIR}/share)

install(TARGETS moult RUNTIME DESTINATION bin)
install(TARGETS ${MOULT_PLUGINS} LIBRARY DESTINATION lib/moult)
install(FILES ${PROJECT_BINARY_DIR}/plugins/left-out DESTINATION lib/moult)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/plugins/profiles DESTINATION share/moult)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/templates DESTINATION share/moult)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/include/moult DESTINATION include)
install(DIRECTORY ${PROJECT_BINARY_DIR}/locale DESTINATION share OPTIONAL)

configure_file(${here}/moult-sdk.pc.in ${PROJECT_BINARY_DIR}/moult-sdk.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/moult-sdk.pc DESTINATION lib/pkgconfig)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/moultConfigVersion.cmake
    COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_SOURCE_DIR}/sdk/cmake/moult.cmake RENAME moultConfig.cmake
    DESTINATION lib/cmake/moult)
install(FILES ${PROJECT_BINARY_DIR}/moultConfigVersion.cmake DESTINATION lib/cmake/moult)

install(FILES ${here}/moult.1 DESTINATION share/man/man1)
install(FILES ${here}/moult.bash RENAME moult DESTINATION share/bash-completion/completions)
install(FILES ${here}/_moult DESTINATION share/zsh/site-functions)
install(FILES ${here}/moult.fish DESTINATION share/fish/vendor_completions.d)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright DESTINATION share/doc/moult)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Moult authors <moult@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "roguelike engine that replaces its plugins while it runs")
set(CPACK_PACKAGE_DESCRIPTION "Rules, map generators, archetypes, items, renderers and savers are
 shared objects behind a versioned C interface. Each can be replaced while a game runs. The headers,
 templates and checks that plugins are made with are part of this package.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libdw1) # loaded by name, when somebody has crashed
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-vlgothic")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc, make, pkg-config")
include(CPack)
