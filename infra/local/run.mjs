import { spawn } from 'node:child_process'

/** Read here, not in a config: this runs before any package is there. */
const environment = process.env

/** Runs a program silently. If it fails, throws its output followed by `failure`. A signal that we get ends it too, with all it started. */
export async function run(program, args, { cwd, failure }) {
  const env = { ...environment, CI: 'true', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  const stdin = process.stdin.isTTY ? 'inherit' : 'ignore'
  const detached = program !== 'sudo'
  const child = spawn(program, args, { cwd, env, detached, stdio: [stdin, 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const stop = (signal) => {
    process.kill(detached ? -child.pid : child.pid, signal)
    process.exit(1)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  // The shell between npm and us dies of a signal without passing it on.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500)
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  clearInterval(watch)
  process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop)
  if (code !== 0) throw new Error(`${Buffer.concat(output).toString()}\n${failure}`)
}
