const CALLED = /\b(?:run|runCommand)\('(\w+)'/g
/** `name: { commandFn: actions.other }` or `name: actions.name`. */
const DEFINED = /\b(\w+):\s*(?:\{\s*commandFn\b|\w+\.\1\b)/g

const namesOf = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => name)

/** Names that a script of OHIF gives to commands; a few other properties look the same. */
export const definedCommands = (source) => namesOf(source, DEFINED)

/** Throws where one of our scripts calls a command that OHIF does not define: in the browser, nothing would happen and nothing would say so. */
export function requireAllCommands(scripts, defined) {
  const called = new Set(scripts.flatMap((source) => namesOf(source, CALLED)))
  const missing = [...called].filter((name) => !defined.has(name))
  if (called.size === 0) throw new Error('No command of OHIF was found in our scripts')
  if (missing.length > 0) throw new Error(`This version of @ohif/app has no command ${missing.join(', ')}`)
}
