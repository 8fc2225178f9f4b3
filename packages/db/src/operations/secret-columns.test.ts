import type {} from '@readroom/local/suites/vitest-services'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'

/** Columns whose names speak of secrets, which a backup holds, and how each is kept. */
const kept: Record<string, 'hash' | 'sealed' | 'for minutes' | 'useless without the key of tokens' | 'public' | 'no secret'> = {
  'labs.share_pin_required': 'no secret',
  'passkeys.credential_id': 'public',
  'password_resets.code_hash': 'hash',
  'password_resets.token_expires_at': 'no secret',
  'password_resets.token_hash': 'hash',
  'provider_sign_ins.code_verifier': 'for minutes',
  'provider_sign_ins.nonce': 'for minutes',
  'provider_sign_ins.provider_token': 'sealed',
  'recovery_codes.code_hash': 'hash',
  'result_destinations.sealed_secret': 'sealed',
  'sessions.previous_token_id': 'useless without the key of tokens',
  'sessions.previous_token_until': 'no secret',
  'sessions.provider_token': 'sealed',
  'sessions.token_id': 'useless without the key of tokens',
  'sessions.token_issued_at': 'no secret',
  'share_links.pin_hash': 'hash',
  'share_links.pin_tries': 'no secret',
  'shift_feeds.token_hash': 'hash',
  'sign_in_challenges.provider_token': 'sealed',
  'sign_in_challenges.webauthn_challenge': 'for minutes',
  'totp_secrets.sealed_secret': 'sealed',
  'users.must_change_password': 'no secret',
  'users.password_expires_at': 'no secret',
  'users.password_hash': 'hash',
  'users.password_request_id': 'no secret',
}

test('every column that may hold a secret is in the list, so that no backup holds a readable one', async () => {
  const database = await createTestDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const { rows } = await database.asOwner(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(password|secret|token|verifier|nonce|pin_|_pin|code_hash|credential|challenge)' order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(kept).sort())
})
