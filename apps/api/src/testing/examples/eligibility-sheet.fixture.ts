import { createDoctor } from '@readroom/db/testing/factories'
import { call, type Examples, form, get, type Scene } from './example.fixture.ts'

const url = '/api/admin/eligibility'

/** Returns the request that sends a sheet which limits one doctor to CT. */
async function sheetTo(action: 'check' | 'import', { api, cast }: Scene) {
  const { user } = await createDoctor(api.db)
  const { payload } = await api.request({ method: 'GET', url }, cast.admin)
  const version = payload
    .split('\r\n')
    .find((line) => line.includes(user.email))
    ?.split(',')
    .at(-1)
  const doctors = new File([`email,modalities,version\n${user.email},CT,${version}\n`], 'doctors.csv')
  return form('POST', `${url}/${action}`, { doctors })
}

export const eligibilitySheetExamples: Examples = {
  [`GET ${url}`]: get('ADMIN', url),
  [`POST ${url}/check`]: call('ADMIN', (scene) => sheetTo('check', scene)),
  [`POST ${url}/import`]: call('ADMIN', (scene) => sheetTo('import', scene)),
}
