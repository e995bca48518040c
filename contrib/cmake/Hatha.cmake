# hatha_add_check(TARGET [TIMEOUT SECONDS] [OPTIONS OPTION...])
#
# Adds a test for each C file of a target: its functions are checked as `hatha ci` does it, with the flags of
# the target. A violation fails the test. The command is found in PATH, or named by HATHA_COMMAND.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_program(HATHA_COMMAND hatha)

function(hatha_add_check target)
  cmake_parse_arguments(HATHA "" "TIMEOUT" "OPTIONS" ${ARGN})
  if(NOT HATHA_COMMAND)
    message(WARNING "hatha is not installed: ${target} is not checked")
    return()
  endif()
  set(limit)
  if(HATHA_TIMEOUT)
    set(limit --timeout ${HATHA_TIMEOUT})
  endif()
  set(further)
  if(HATHA_OPTIONS)
    set(further -- ${HATHA_OPTIONS})
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.c$")
      continue()
    endif()
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
    add_test(
      NAME hatha.${target}.${source}
      COMMAND ${HATHA_COMMAND} ci --compile-commands ${CMAKE_BINARY_DIR}
              --cache ${CMAKE_BINARY_DIR}/hatha-cache ${limit} ${path} ${further})
    set_tests_properties(hatha.${target}.${source} PROPERTIES LABELS hatha)
  endforeach()
endfunction()
