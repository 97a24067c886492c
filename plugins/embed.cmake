# Writes the text file FROM as a C string to TO, a line of it a line:
#   cmake -DFROM=vaults.txt -DTO=vaults.txt.h -P embed.cmake
file(READ ${FROM} text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n\"" text "${text}")
file(WRITE ${TO} "\"${text}\"\n")
