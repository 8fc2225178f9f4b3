import { minPasswordLength } from '@readroom/contracts/passwords'
import { Email, PersonName } from '@readroom/contracts/primitives'
import { userEndpoints } from '@readroom/contracts/users'
import { z } from 'zod'

export const adminFields = ['fullName', 'email', 'password', 'confirmation'] as const
export const adminRequired = ['fullName', 'email', 'password'] as const
export const adminMissing = 'Full name, email, and password are required.'

export const AdminFields = z
  .object({
    fullName: PersonName,
    email: Email,
    password: userEndpoints.registerAdmin.body.shape.password.min(
      minPasswordLength,
      'Password must be at least 6 characters long.',
    ),
    confirmation: z.string(),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    message: 'Passwords do not match.',
    // Said as soon as both are there, whatever else is wrong.
    when: ({ value }) => z.object({ password: z.string().min(1), confirmation: z.string() }).safeParse(value).success,
  })
export type AdminFields = z.output<typeof AdminFields>
