# Completion for fish. Verbs and options are those that the program itself tells.
function __moult_words
    $argv 2>/dev/null | string replace -rf '^  ([a-z]+) +(.*)' '$1\t$2'
end
function __moult_options
    set -l verb (commandline -opc)[2]
    moult $verb --help 2>/dev/null | string match -ra -- '--[a-z][a-z-]*' | sort -u
end
complete -c moult -n __fish_use_subcommand -f -a '(__moult_words moult --help)'
complete -c moult -n 'not __fish_use_subcommand' -a '(__moult_options)'
complete -c moult -n '__fish_seen_subcommand_from new' -f -a '(__moult_words moult new)'
