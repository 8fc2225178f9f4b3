import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Characters that are looked at: more say nothing, and take long. */
const longest = 100

/** How hard a password is to guess, from 0 to 4; `known` is what a guesser knows of its owner. Computed here: nobody is asked. */
export const strengthOf = (password: string, known: string[]): 0 | 1 | 2 | 3 | 4 =>
  estimator.check(password.slice(0, longest), ['readroom', ...known]).score
