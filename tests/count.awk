# Reads the output of `ctest -V`; prints "PASSED FAILED", then what the failing tests said.
#
# A Check program counts as many tests as its summary line says. If it crashed, hung or left before
# that line, or failed in spite of it (a leak, say), that is one failure more. A script (check/*) is
# one test. Lines of tests that ran side by side are told apart by the number before them.

# "12: 75%: Checks: 4, Failures: 1, Errors: 0"
/^[0-9]+: [0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
    number = $1 + 0
    bad[number] += $6 + $8
    good[number] += $4 - $6 - $8
    counted[number] = 1
}

# What ctest itself says about a test is no news.
/^[0-9]+: (Test command|Working Directory|Environment variables|Test timeout)/ { next }
/^[0-9]+:  MOULT_/ { next }

/^[0-9]+: / {
    number = $1 + 0
    said[number] = said[number] "    " substr($0, index($0, ": ") + 2) "\n"
}

# " 3/14 Test #12: core/table ......   Passed    0.01 sec"
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
    seen++
    sub(/^ *[0-9]+\/[0-9]+ Test +#/, "")
    number = $1 + 0
    name = $2
    went = $0
    sub(/^.*\.\.\. */, "", went)
    went_well = (went ~ /^ *Passed/)

    if (!(number in counted) && name ~ /^check\//)
        good[number] = went_well
    else if (!(number in counted) && went_well)
        went = "ended without Check's summary line"
    if (!bad[number] && !(went_well && good[number]))
        bad[number] = 1

    passed += good[number]
    failed += bad[number]
    if (bad[number])
        report = report name ": " went "\n" said[number]
}

END {
    if (!seen) {
        failed++
        report = report "no test was run\n"
    }
    print passed + 0, failed + 0
    printf "%s", report
}
