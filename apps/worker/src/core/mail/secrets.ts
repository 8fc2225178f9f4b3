import { randomInt } from 'node:crypto'
import { otpDigits } from '@readroom/contracts/access/password-recovery'

/** Small letters and digits that are not taken for one another: without i, l, o, 0 and 1. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 5
const groupLength = 4

const times = (count: number, make: () => string, separator = '') => Array.from({ length: count }, make).join(separator)

/** The one-time code of a password recovery: every one of its million values equally often. */
export const makeCode = () =>
  randomInt(10 ** otpDigits)
    .toString()
    .padStart(otpDigits, '0')

/** A password to be typed from a mail, of 99 bits: `k7mp-x2da-...`. */
export const makePassword = () => times(groups, () => times(groupLength, () => alphabet[randomInt(alphabet.length)] ?? ''), '-')
