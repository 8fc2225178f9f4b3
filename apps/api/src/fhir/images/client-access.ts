import { staffOf } from '@readroom/db/fhir/fhir-page'
import { findStudiesByUid } from '@readroom/db/studies/studies'
import { recordFhirImagesRead } from '@readroom/domain/fhir/fhir-reads'
import type { Context } from '../../core/context.ts'
import type { FhirCaller } from '../../core/http/mount.ts'
import { onlyOne } from '../../images/dicomweb/access.ts'
import type { StudyAccess } from '../../images/dicomweb/study-handler.ts'
import { maySee } from '../access-token.ts'

/** Returns what a client reads: the images of its laboratory's studies, and their reports if its scopes include reports. No priors of others. */
export function clientAccess({ db }: Pick<Context, 'db'>, client: FhirCaller): StudyAccess {
  return {
    opensReport: () => maySee(client, 'DiagnosticReport'),
    note: ({ study }) => db.transaction((tx) => recordFhirImagesRead(tx, client, study.id)),
    findStudy: async (uid, seriesUid) => {
      const studies = await findStudiesByUid(db, staffOf(client.labId), uid)
      return onlyOne(
        db,
        studies.map((study) => ({ study, priorOf: null, actor: null, outsider: `client ${client.clientId}` })),
        seriesUid,
      )
    },
  }
}
