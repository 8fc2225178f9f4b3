/**
 * The reasons for a session's end, and their messages for its user. Sent with NOT_AUTHENTICATED, and only to a client that has a token of that
 * session.
 */
export const sessionEnds = {
  'signed-out': 'You signed out in another window. Please sign in again.',
  elsewhere: 'You ended this session from another device. Please sign in again.',
  administrator: 'An administrator ended your session. Please sign in again.',
  account: 'Your account is no longer active. Please contact your administrator.',
  laboratory: 'Your laboratory is no longer active. Please contact your administrator.',
  password: 'Your password was changed and all sessions ended. Please sign in with the new password.',
  idle: 'You were signed out after a long time without activity. Please sign in again.',
  time: 'Your session reached its maximum length. Please sign in again.',
} as const

export type SessionEnd = keyof typeof sessionEnds
