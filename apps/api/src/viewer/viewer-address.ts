/** What OHIF calls showing two studies side by side. */
const comparison = 'hangingprotocolId=@ohif/hpCompare&stageId=2x1'

/** The image viewer (OHIF) with a study, or with a prior to compare it with; what it may show is up to the cookies. */
export function viewerAddress(studyInstanceUid: string, priorUid?: string): string {
  const address = `/viewer-app/viewer?StudyInstanceUIDs=${encodeURIComponent(studyInstanceUid)}`
  return priorUid === undefined ? address : `${address},${encodeURIComponent(priorUid)}&${comparison}`
}
