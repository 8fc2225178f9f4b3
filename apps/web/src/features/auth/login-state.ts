import { z } from 'zod'

const LoginState = z.object({ message: z.string().optional(), from: z.string().startsWith('/').optional() })

/** What a redirect to the login page may bring along. */
export function readLoginState(state: unknown): z.infer<typeof LoginState> {
  return LoginState.safeParse(state).data ?? {}
}
