import { dateOf } from './phone/patient.js'

/** Searches by QIDO-RS among the studies this visitor may see. Returns null without an answer. */
async function search(parameters) {
  try {
    const answer = await fetch(`/dicom-web/studies?${new URLSearchParams(parameters)}`, {
      headers: { accept: 'application/dicom+json' },
    })
    return answer.ok ? { datasets: await answer.json(), sunset: answer.headers.get('sunset') } : null
  } catch {
    return null
  }
}

const firstOf = (dataset, tag) => dataset?.[tag]?.Value?.[0]

const asDate = (end) => {
  const two = (number) => `${number}`.padStart(2, '0')
  return `${two(end.getDate())}/${two(end.getMonth() + 1)}/${end.getFullYear()}`
}

/**
 * Returns the state of the address's study from the gateway's answer (docs/decisions/studies/sharing.md): if it is an emergency, and until when (dd/mm/yyyy) the
 * link shares it. Null without an answer, and then nothing is shown.
 */
export async function askStanding(studyUid) {
  const found = await search({ StudyInstanceUID: studyUid })
  if (!found) return null
  const end = new Date(found.sunset ?? Number.NaN)
  const isEmergency = firstOf(found.datasets[0], '00401003') === 'STAT'
  return { studyUid, isEmergency, sharedUntil: Number.isNaN(end.getTime()) ? null : asDate(end) }
}

/**
 * Returns the patient's other studies that may be opened from here, newest first. With a session these are priors of its study. With a share link there
 * are none.
 */
export async function findOtherStudies({ PatientID, StudyInstanceUID }) {
  const found = PatientID ? await search({ PatientID }) : null
  const others = (found?.datasets ?? []).filter((dataset) => firstOf(dataset, '0020000D') !== StudyInstanceUID)
  return others
    .map((dataset) => ({
      uid: firstOf(dataset, '0020000D'),
      day: firstOf(dataset, '00080020') ?? '',
      label: [firstOf(dataset, '00081030'), dateOf(firstOf(dataset, '00080020'))].filter(Boolean).join(' · ') || 'Study',
    }))
    .sort((one, other) => other.day.localeCompare(one.day))
}
