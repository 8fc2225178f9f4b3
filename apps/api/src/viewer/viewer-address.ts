/** The image viewer (OHIF) with one study; what it may show is up to the cookies. */
export const viewerAddress = (studyInstanceUid: string): string =>
  `/viewer-app/viewer?StudyInstanceUIDs=${encodeURIComponent(studyInstanceUid)}`
