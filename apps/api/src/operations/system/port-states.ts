import { ownPorts } from '@readroom/contracts/core/port-refusals'
import type { Program } from '@readroom/db/operations/programs'

type Holder = Pick<Program, 'name' | 'ports'>

/**
 * Returns the state of our own ports by the last tests of the programs that opened them. A port is down if one program of it had no answer, or if its
 * only program ended without a word. `down` has the labels of those without
 * an answer. Ports that nobody opened are left out.
 */
export function statesOfPorts(running: readonly Holder[], ended: readonly Holder[]) {
  return ownPorts.flatMap((name) => {
    const ofPort = (programs: readonly Holder[]) => programs.flatMap(({ ports }) => ports.filter(({ port }) => port === name))
    const opened = ofPort(running)
    const isLost =
      opened.length === 0 && ended.some((one) => ofPort([one]).length > 0 && running.every((other) => other.name !== one.name))
    if (opened.length === 0 && !isLost) return []
    const silent = opened.filter(({ isAnswering }) => !isAnswering)
    const state: 'up' | 'down' = !isLost && silent.length === 0 ? 'up' : 'down'
    return [{ name, state, down: [...new Set(silent.flatMap(({ label = '' }) => label || []))] }]
  })
}
