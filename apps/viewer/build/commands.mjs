const CALLED = /\b(?:run|runCommand)\('(\w+)'/g
/** Matches `name: { commandFn: actions.other }` and `name: actions.name`. */
const DEFINED = /\b(\w+):\s*(?:\{\s*commandFn\b|\w+\.\1\b)/g

const namesOf = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => name)

/** Returns the names of the commands that a script of OHIF defines. A few other properties look the same. */
export const definedCommands = (source) => namesOf(source, DEFINED)

/** Throws if one of our scripts calls a command that OHIF doesn't define. In the browser such a call would do nothing, without an error. */
export function requireAllCommands(scripts, defined) {
  const called = new Set(scripts.flatMap((source) => namesOf(source, CALLED)))
  const missing = [...called].filter((name) => !defined.has(name))
  if (called.size === 0) throw new Error('No command of OHIF was found in our scripts')
  if (missing.length > 0) throw new Error(`This version of @ohif/app has no command ${missing.join(', ')}`)
}
