import { createDoctor } from '@readroom/db/testing/factories'
import { type Examples, form, get, type Scene, traced } from './example.fixture.ts'

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
  [`POST ${url}/check`]: traced('ADMIN', { leaves: [], unaudited: 'it changes nothing' }, (scene) => sheetTo('check', scene)),
  [`POST ${url}/import`]: traced('ADMIN', { leaves: ['audit doctor.updated', 'audit eligibility.imported'] }, (scene) =>
    sheetTo('import', scene),
  ),
}
