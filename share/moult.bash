# Completion for bash. Verbs and options are those that the program itself tells.
_moult() {
    local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} known
    if ((COMP_CWORD == 1)); then
        known=$(moult --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [[ $word == -* ]]; then
        known=$(moult "$verb" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)
    elif [[ $verb == new ]] && ((COMP_CWORD == 2)); then
        known=$(moult new 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$known" -- "$word")
    ((${#COMPREPLY[@]})) || compopt -o default
}
complete -F _moult moult
