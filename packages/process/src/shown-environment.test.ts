import { expect, test } from 'vitest'
import { shownEnvironment } from './shown-environment.ts'

test('passwords of addresses and secrets are never shown', () => {
  const shown = shownEnvironment({
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'https://portal.example.org/',
    TRUST_PROXY: 0,
    TOKEN_MINUTES: 60,
    WEB_DIR: undefined,
    S3_BUCKET: '',
    DATABASE_URL: 'postgres://me:hidden@db:5432/readroom',
    ORTHANC_URL: 'http://me:hidden@archive:8042',
    JWT_SECRET: 'hidden',
    S3_ACCESS_KEY_ID: 'hidden',
    REPORT_SEAL_P12: 'hidden',
    NEW_API_KEY: 'hidden',
  })
  expect(shown).toMatchObject({
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'https://portal.example.org/',
    TRUST_PROXY: '0',
    TOKEN_MINUTES: '60',
  })
  expect(shown).toMatchObject({ WEB_DIR: 'not set', S3_BUCKET: 'not set', DATABASE_URL: 'db:5432', ORTHANC_URL: 'archive:8042' })
  expect(shown).toMatchObject({ JWT_SECRET: 'set', NEW_API_KEY: 'set' })
  expect(JSON.stringify(shown)).not.toContain('hidden')
})
