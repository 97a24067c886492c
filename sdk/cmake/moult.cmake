# Building plugins against the Moult SDK.
#
#   find_package(moult REQUIRED)                    # or: include(.../sdk/cmake/moult.cmake)
#   moult_add_plugin(ai-wolf wolf.c)
#   target_link_libraries(ai-wolf PRIVATE ...)      # only when it needs a library
#
# makes ai-wolf.so, a module that exports nothing but its descriptor. It is named KIND-NAME, lands
# in CMAKE_LIBRARY_OUTPUT_DIRECTORY, and has no unresolved symbols, no SONAME and no run path: the
# core refuses to load a file that has.

if(NOT TARGET moult_sdk)
    # In the checkout this file is sdk/cmake/moult.cmake, in a prefix lib/cmake/moult/moultConfig.cmake.
    find_path(moult_sdk_folder moult/moult.h REQUIRED NO_CACHE NO_DEFAULT_PATH
        PATHS ${CMAKE_CURRENT_LIST_DIR}/../include ${CMAKE_CURRENT_LIST_DIR}/../../../include)
    cmake_path(NORMAL_PATH moult_sdk_folder)
    add_library(moult_sdk INTERFACE)
    target_include_directories(moult_sdk INTERFACE ${moult_sdk_folder})
endif()

function(moult_add_plugin name)
    add_library(${name} MODULE ${ARGN})
    # Without fused multiply-add a game plays the same on every machine.
    target_compile_options(${name} PRIVATE -ffp-contract=off)
    target_link_libraries(${name} PRIVATE moult_sdk)
    target_link_options(${name} PRIVATE -Wl,-z,now -Wl,--build-id)
    # clang leaves a sanitizer's own symbols to the program.
    if(NOT (CMAKE_C_COMPILER_ID MATCHES Clang AND CMAKE_C_FLAGS MATCHES -fsanitize))
        target_link_options(${name} PRIVATE -Wl,-z,defs)
    endif()
    set_target_properties(${name} PROPERTIES
        PREFIX ""
        NO_SONAME ON
        SKIP_BUILD_RPATH ON
        C_STANDARD 11
        C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden
        CXX_STANDARD 20
        CXX_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden
        POSITION_INDEPENDENT_CODE ON)
endfunction()
