import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** The number of characters that are checked. More would add nothing and take long. */
const longest = 100

/** Returns from 0 to 4 how hard a password is to guess. `known` is what a guesser knows about its owner. Computed in the browser; nothing is sent. */
export const strengthOf = (password: string, known: string[]): 0 | 1 | 2 | 3 | 4 =>
  estimator.check(password.slice(0, longest), ['readroom', ...known]).score
