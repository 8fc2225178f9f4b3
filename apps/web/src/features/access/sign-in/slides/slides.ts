import expertise from './expertise.svg'
import laboratories from './laboratories.svg'
import records from './records.svg'
import specialists from './specialists.svg'

export type Slide = { title: string; text: string; picture: string; more: readonly string[] }

/** The slides of the sign-in page. `more` is the text of the dialog behind "Learn More". */
export const slides: readonly [Slide, ...Slide[]] = [
  {
    title: 'Global specialists',
    text: 'Radiologists in every time zone read the studies your laboratories send, day and night.',
    picture: specialists,
    more: [
      'An administrator assigns each study to one or more radiologists. It appears on their worklists immediately.',
      'Images open in the browser. There is nothing to install and nothing to copy.',
      'All times are shown in the clinic’s time zone.',
    ],
  },
  {
    title: 'Multiple laboratories',
    text: 'Scanners of all laboratories send to one portal. Each laboratory sees its own studies.',
    picture: laboratories,
    more: [
      'Studies arrive by DICOM from the scanners and appear on the worklist of the sending laboratory.',
      'Laboratory staff see only the studies of their own laboratory. Administrators see all studies on one worklist.',
      'The laboratory can download a report as soon as the radiologist finalizes it.',
    ],
  },
  {
    title: 'Secure medical records',
    text: 'Only authorised accounts can open images and reports. Every access is checked.',
    picture: records,
    more: [
      'The server checks every request: the account’s role and its access to the study.',
      'Browsers never connect to the image archive. All images pass through the portal.',
      'You can see where you are signed in and end any of your sessions. A finalized report is never deleted.',
    ],
  },
  {
    title: 'Expert medical care',
    text: 'Everybody sees the progress of a study, from the scanner to the finished report.',
    picture: expertise,
    more: [
      'The worklist shows the status of each study live, from the first image to the finished report.',
      'Emergencies stand out in colour and text, so they are read first.',
      'Radiologists keep a draft until the report is ready. Laboratories receive only finalized reports.',
    ],
  },
]
