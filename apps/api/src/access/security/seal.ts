import { createSeal as createSealOf, type Seal } from '@readroom/process/seal'
import type { Config } from '../../core/config.ts'

export type { Seal } from '@readroom/process/seal'

/** Encrypts the secrets of second factors: docs/decisions/access/sign-in.md. */
export const createSeal = ({ SECOND_FACTOR_KEY, JWT_SECRET }: Pick<Config, 'SECOND_FACTOR_KEY' | 'JWT_SECRET'>): Seal =>
  createSealOf(SECOND_FACTOR_KEY ?? JWT_SECRET, 'readroom sealed secrets')
