import { runCommandLine } from './command-line.ts'

/** Runs the operator's command line: `readroom <command>`. */
process.exitCode = await runCommandLine(process.argv.slice(2))
