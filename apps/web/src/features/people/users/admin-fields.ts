import { minPasswordLength } from '@readroom/contracts/access/passwords'
import { Email, FullName } from '@readroom/contracts/core/primitives'
import { userEndpoints } from '@readroom/contracts/people/users'
import { z } from 'zod'

export const adminMissing = 'Full name, email, and password are required.'

export const AdminFields = z
  .object({
    fullName: FullName,
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
    // Checked as soon as both are entered, whatever other errors there are.
    when: ({ value }) => z.object({ password: z.string().min(1), confirmation: z.string() }).safeParse(value).success,
  })
export type AdminFields = z.output<typeof AdminFields>
