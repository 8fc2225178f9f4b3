/**
 * Every error that leaves the API: code, HTTP status and the default text for users.
 * The texts are the specification's where it gives one. `{name}` parts are filled by the thrower.
 */
export const errorTable = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid. Please check your input.' },
  INVALID_FIELD: { status: 400, message: 'The request is not valid. Please check your input: {field}' },
  NOT_AUTHENTICATED: { status: 401, message: 'Please sign in to continue.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  CURRENT_PASSWORD_INCORRECT: { status: 401, message: 'Current password is incorrect' },
  PASSWORDS_DIFFER: { status: 400, message: 'Passwords do not match' },
  PASSWORD_TOO_SHORT: { status: 400, message: 'Password must be at least {count} characters long' },
  PASSWORD_TOO_COMMON: { status: 400, message: 'This password is too easy to guess. Please choose another.' },
  PASSWORD_UNCHANGED: { status: 400, message: 'The new password must differ from the current one.' },
  STUDY_IDS_DISAGREE: { status: 400, message: 'The identifiers belong to different studies. Please refresh and try again.' },
  SHARE_LINK_MALFORMED: { status: 400, message: 'Invalid share link format.' },
  OTP_INVALID: { status: 400, message: 'Invalid or expired OTP. Please check the code or request a new one.' },
  SIGN_IN_EXPIRED: { status: 400, message: 'This sign-in took too long, or had too many wrong codes. Please start again.' },
  SECOND_FACTOR_INVALID: { status: 400, message: 'This code is not right, or it was used already. Please enter the next one.' },
  PASSKEY_INVALID: { status: 400, message: 'This passkey was not accepted. Please try again, or sign in another way.' },
  RESET_TOKEN_INVALID: { status: 400, message: 'This password reset is no longer valid. Please start again.' },
  ACCOUNT_INACTIVE: { status: 403, message: 'This account is not active. Please contact your administrator.' },
  PASSWORD_EXPIRED: {
    status: 403,
    message: 'This generated password has expired. Please use "Forgot password?" or ask your administrator for a new one.',
  },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Please change your password to continue.' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Your role needs a second step at sign-in. Please set it up to continue.' },
  FORBIDDEN: { status: 403, message: 'Access denied: You do not have permission to perform this action' },
  FOREIGN_ORIGIN: { status: 403, message: 'This connection is not allowed from another site.' },
  REPORT_NOT_YOURS: { status: 403, message: 'You can delete only your own draft reports.' },
  LIST_NOT_YOURS: { status: 403, message: 'You can change only your own lists. Save a copy to change it.' },
  SHARE_LINK_NOT_YOURS: { status: 403, message: 'You can revoke only your own links.' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  STUDY_NOT_FOUND: { status: 404, message: 'Study not found' },
  DOCTOR_NOT_FOUND: { status: 404, message: 'Doctor not found' },
  PATIENT_NOT_FOUND: { status: 404, message: 'Patient not found' },
  CRITICAL_RESULT_NOT_FOUND: { status: 404, message: 'Critical result not found' },
  LAB_NOT_FOUND: { status: 404, message: 'Laboratory not found' },
  INTAKE_FAILURE_NOT_FOUND: { status: 404, message: 'This study is no longer set aside.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'This passkey is no longer registered.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has ended already.' },
  DEAD_LETTER_NOT_FOUND: { status: 404, message: 'This entry is no longer on the list.' },
  IDENTITY_REVIEW_NOT_FOUND: { status: 404, message: 'This identity review is no longer there.' },
  REFUSAL_NOT_FOUND: { status: 404, message: 'This entry is no longer on the list.' },
  KEY_IMAGE_NOT_FOUND: { status: 404, message: 'This key image is no longer there.' },
  REPORT_NOT_FOUND: { status: 404, message: 'Document not found' },
  LIST_NOT_FOUND: { status: 404, message: 'This list is no longer there.' },
  TEMPLATE_NOT_FOUND: { status: 404, message: 'This template is no longer there.' },
  TEXT_BLOCK_NOT_FOUND: { status: 404, message: 'This text block is no longer there.' },
  DOCUMENT_NOT_FOUND: { status: 404, message: 'Document not found' },
  EXPORT_EMPTY: { status: 404, message: 'Export returned empty file. No matching studies found.' },
  ZIP_NOT_READY: { status: 404, message: 'ZIP file not found in R2. Creating new one...' },
  BULK_ZIP_NOT_FOUND: { status: 404, message: 'This ZIP was not found. It may hold a study that you no longer see.' },
  SHARE_LINK_NOT_FOUND: { status: 404, message: 'Share link not found or has expired.' },
  LINK_EXPIRED: { status: 404, message: 'This download link has expired. Please start the download again.' },
  NOT_ACCEPTABLE: { status: 406, message: 'Images are not sent in the form that this program asks for.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed here.' },
  CONFLICT: { status: 409, message: 'Somebody changed this in the meantime. Please refresh and try again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken.' },
  AUTHENTICATOR_EXISTS: {
    status: 409,
    message: 'An authenticator app is set up already. Remove it before you set up another one.',
  },
  AUTHENTICATOR_NOT_STARTED: { status: 409, message: 'This QR code is no longer good. Please begin again.' },
  AUTHENTICATOR_UNREADABLE: {
    status: 409,
    message:
      'Codes of this authenticator app can no longer be checked. Use a recovery code or a passkey, or ask your administrator to reset the second step.',
  },
  PROVIDER_NOT_CONFIGURED: { status: 409, message: 'No OpenID provider is configured.' },
  SECOND_FACTOR_MISSING: { status: 409, message: 'This account has no second step.' },
  PASSKEY_TAKEN: { status: 409, message: 'This passkey is registered already.' },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You have {count} passkeys, and no more can be kept. Please remove one.' },
  LIST_NAME_TAKEN: { status: 409, message: 'You have a list of this name already.' },
  LIST_NOT_FOR_ROLE: { status: 409, message: 'The list asks for something that this role may not know.' },
  TOO_MANY_LISTS: {
    status: 409,
    message: 'You have {count} lists, and no more can be saved. Please delete one that is no longer needed.',
  },
  READING_TEMPLATE_NAME_TAKEN: { status: 409, message: 'There is a template of this name already.' },
  SHORTCUT_TAKEN: { status: 409, message: 'There is a text block of this short word already.' },
  TOO_MANY_TEMPLATES: {
    status: 409,
    message: 'There are {count} templates here, and no more can be kept. Please delete one that is no longer needed.',
  },
  TOO_MANY_TEXT_BLOCKS: {
    status: 409,
    message: 'There are {count} text blocks here, and no more can be kept. Please delete one that is no longer needed.',
  },
  LAB_IDENTIFIER_TAKEN: { status: 409, message: 'A laboratory with this identifier already exists.' },
  AE_TITLE_TAKEN: { status: 409, message: 'The AE title {aeTitle} belongs to another laboratory.' },
  PATIENT_ON_HOLD: { status: 409, message: 'This patient is on hold, and nothing of theirs may be removed: {reason}' },
  PATIENT_ID_DIFFERS: { status: 409, message: 'This is not the patient ID of this record. Nothing was done.' },
  REASON_NAMES_PATIENT: {
    status: 400,
    message: 'The reason is kept when the patient is gone. Please write it without the name and the ID of the patient.',
  },
  REPORT_BEING_WRITTEN: { status: 409, message: 'A report of this patient is being written. Please wait until it is put away.' },
  STUDIES_UNFINISHED: {
    status: 409,
    message: '{count} of the studies are not finished. Confirm that they are to be erased with the others.',
  },
  IDENTITY_REVIEW_CHANGED: {
    status: 409,
    message: 'This review or its studies changed in the meantime. Check the list and decide again.',
  },
  SUBJECT_CHANGED: {
    status: 409,
    message: 'The names or studies of this patient changed after they were listed. Check the list and try again.',
  },
  PRIVACY_UNDER_WAY: { status: 409, message: 'This is under way already. The Privacy page shows how far it is.' },
  EXPORT_NOT_READY: { status: 404, message: 'This export is not ready, or is no longer kept.' },
  PATIENT_AMBIGUOUS: {
    status: 409,
    message: 'Several people have this patient ID. Open one of their studies.',
  },
  RECORD_STALE: { status: 409, message: 'Somebody saved this record in the meantime. Please compare before you save.' },
  PATIENT_ID_TAKEN: { status: 409, message: 'Another patient of this laboratory has, or had, the patient ID "{patientId}".' },
  TOO_MANY_DOCUMENTS: {
    status: 409,
    message: 'A patient can have up to {max} documents, and this one has {count}. Please delete some that are no longer needed.',
  },
  LAB_IN_USE: {
    status: 409,
    message: 'This laboratory has studies and cannot be deleted. Edit it and clear "Lab Active" to deactivate it instead.',
  },
  DOCTOR_IN_USE: {
    status: 409,
    message:
      'This doctor has assigned or reported studies and cannot be deleted. Edit the doctor and clear "Account Active" to deactivate the account instead.',
  },
  USER_INACTIVE: { status: 409, message: 'This account is not active. Activate it first.' },
  LAB_INACTIVE: { status: 409, message: 'The laboratory of this account is not active. Activate it first.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot do this to your own account.' },
  LAST_ADMINISTRATOR: { status: 409, message: 'The last active administrator cannot be deactivated or removed.' },
  ACCOUNT_OF_DOCTOR: {
    status: 409,
    message: 'The account of a doctor is deleted with the doctor. Please delete it on the Doctors page.',
  },
  NOT_LAB_STAFF: { status: 409, message: 'Only laboratory staff belong to a laboratory.' },
  IMPORT_REFUSED: { status: 409, message: 'Nothing was imported: {count} lines are wrong. {first}' },
  DOCTOR_NOT_ASSIGNABLE: { status: 409, message: 'This doctor is not active and cannot be assigned.' },
  DOCTOR_NOT_ASSIGNED: { status: 409, message: 'This doctor is not assigned to the study.' },
  STUDY_TOUCHED: { status: 409, message: 'The doctor has begun with this study, and keeps it.' },
  INVALID_TRANSITION: { status: 409, message: 'This is not possible while the study is in status "{status}".' },
  DEAD_LETTER_UNKNOWN: { status: 409, message: 'This version of Readroom does not understand this entry, and cannot repeat it.' },
  REPORT_SUPERSEDED: {
    status: 409,
    message: 'Another report was finalized in the meantime. Please look at it before you upload yours.',
  },
  REPORT_NOT_FINALIZED: { status: 409, message: 'This study has no finalized report to dispatch.' },
  REPORT_NOT_RECALLABLE: {
    status: 409,
    message: 'This report can no longer be recalled. Write an addendum or a correction instead.',
  },
  REPORT_NOT_RELEASED: {
    status: 409,
    message: 'This report was signed a moment ago, and its doctor can still recall it. Try again in a minute.',
  },
  REPORT_HELD: { status: 423, message: '{name} is writing this report. You can read it, or take it over.' },
  HOLD_LOST: {
    status: 423,
    message: 'This report is being written elsewhere by now. Your text is kept in this window: compare before you go on.',
  },
  DRAFT_STALE: {
    status: 409,
    message: 'This draft was saved from another window in the meantime. Please compare before you go on.',
  },
  KEY_IMAGE_OF_OTHER_STUDY: {
    status: 409,
    message: 'This is an image of another study. It was not put into the report.',
  },
  KEY_IMAGE_NOT_IN_STUDY: {
    status: 409,
    message: 'The archive has no such image in this study. It was not put into the report.',
  },
  TOO_MANY_KEY_IMAGES: { status: 409, message: 'A report can have up to {max} key images. Please remove one first.' },
  REPORT_TEXT_INVALID: { status: 400, message: 'This text cannot be kept. {why}' },
  REPORT_KIND_IMPOSSIBLE: { status: 409, message: 'The study has {state}: what is signed next is {possible}.' },
  REPORT_INCOMPLETE: { status: 409, message: 'The report cannot be signed yet. {what}' },
  REPORT_UNCONFIRMED: { status: 409, message: 'Please confirm before you sign. {what}' },
  REPORTS_UNFINISHED: { status: 409, message: '{count} of the chosen studies have no finished report to download by now.' },
  REPORT_BEING_MADE: { status: 503, message: 'The document of this report is being made. Please try again in a moment.' },
  SIGNATURE_PASSWORD_NEEDED: { status: 403, message: 'Please enter your password to sign.' },
  SIGNATURE_PASSWORD_INCORRECT: { status: 403, message: 'This is not your password. Nothing was signed.' },
  IMAGES_MISSING: { status: 409, message: 'The image archive has no images of this study.' },
  SERIES_WITHOUT_IMAGES: { status: 409, message: 'This series has no images to show.' },
  IMAGE_TOO_LARGE: { status: 409, message: 'An image of this series claims to be too large to be drawn by the archive.' },
  IMAGE_INVALID: { status: 409, message: 'An image of this series cannot be drawn, because {why}.' },
  IMAGE_NOT_DRAWN: { status: 409, message: 'The archive cannot draw this image. Try the other viewer.' },
  FILE_MISSING: { status: 409, message: 'The file of this {owner} is missing from storage. Please contact support.' },
  NOT_DAMAGED: { status: 409, message: 'All images of this study that are known can be read.' },
  REPORT_FINALIZED: { status: 409, message: 'A finalized report cannot be deleted.' },
  STUDY_UID_AMBIGUOUS: {
    status: 409,
    message:
      'Two studies in the archive share this study UID. The images are not shown until the conflict is resolved in the archive.',
  },
  STUDY_UID_UNUSABLE: {
    status: 409,
    message:
      'The study UID that the scanner wrote cannot be opened in a viewer. Download the ZIP or use the desktop viewer instead.',
  },
  ZIP_EXPIRED: { status: 410, message: 'ZIP file has expired. Creating a new one...' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The file ends before the part that was asked for.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is too large. Reports can be up to 10MB.' },
  DOCUMENT_TOO_LARGE: { status: 413, message: '"{fileName}" is too large. Documents can be up to 20 MB.' },
  KEY_IMAGE_TOO_LARGE: { status: 413, message: 'The picture is too large. Key images can have up to 2 MB.' },
  TOO_MANY_FILES: { status: 413, message: 'Up to {max} files can be uploaded at once.' },
  EXPORT_TOO_LARGE: {
    status: 413,
    message: '{count} studies match, and at most {max} can be exported at once. Try filtering the data first.',
  },
  MRRT_TOO_LARGE: { status: 413, message: 'A template can have up to 1 MB.' },
  TEMPLATE_TOO_LARGE: {
    status: 413,
    message: 'The template is too large. Templates can have up to 5 MB, and 20 MB in each part.',
  },
  IMPORT_TOO_LARGE: { status: 413, message: 'The file is too large. Files of people can have up to 1 MB.' },
  SIGNATURE_TOO_LARGE: { status: 413, message: 'Signature file must be less than 2MB' },
  UNSUPPORTED_FILE: { status: 415, message: 'This file type is not accepted. Please choose a .pdf, .doc, .docx or .txt file.' },
  UNSUPPORTED_DOCUMENT: {
    status: 415,
    message:
      '"{fileName}" is not accepted. Please choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file, whose content is what its name says.',
  },
  KEY_IMAGE_INVALID: {
    status: 415,
    message: 'This is no picture that a report can have: PNG or JPEG, with up to 1024 pixels on each side.',
  },
  DOCUMENT_TOO_MANY_PIXELS: {
    status: 415,
    message: '"{fileName}" has too many pixels. Images can have up to 100 million.',
  },
  MRRT_INVALID: { status: 415, message: 'This file cannot be read as a template of reports (IHE MRRT, HTML). {why}' },
  TEMPLATE_UNREADABLE: { status: 415, message: 'This file cannot be read as a Word document (.docx).' },
  TEMPLATE_ACTIVE: {
    status: 415,
    message: 'The template holds something that runs, or that leads outside of it: {what}. Please remove it.',
  },
  TEMPLATE_FIELD_UNKNOWN: { status: 415, message: 'The template names a field that there is not: {field}' },
  TEMPLATE_FIELD_UNBALANCED: { status: 415, message: 'A condition of the template has no other end: {field}' },
  TEMPLATE_BRACE: { status: 415, message: 'The template has a brace that belongs to no field: {text}' },
  TEMPLATE_NO_IMAGES: {
    status: 415,
    message: 'The signature cannot be put there. Please save the template with Word, and try again.',
  },
  IMPORT_UNREADABLE: { status: 415, message: 'This file cannot be read as a table (.csv, UTF-8). {why}' },
  SIGNATURE_INVALID: { status: 415, message: 'Please select a valid image file (PNG, JPG, JPEG)' },
  SIGNATURE_TOO_MANY_PIXELS: {
    status: 415,
    message: 'The signature has too many pixels. The recommended size is 400x200 pixels, the largest 2000x2000.',
  },
  TOO_MANY_SHARE_LINKS: {
    status: 429,
    message: '{count} of your links to this study are in use. Please revoke one that is no longer needed.',
  },
  OTP_TOO_SOON: { status: 429, message: 'Please wait {seconds} seconds before requesting another OTP.' },
  TOO_MANY_BULK_ZIPS: { status: 429, message: '{count} of your ZIPs are being built. Please wait until one is ready.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait {seconds} seconds and try again.' },
  URL_TOO_LONG: { status: 414, message: 'This address is too long.' },
  REQUEST_TOO_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  REQUEST_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The request is too large. Please choose fewer entries, or clear the cookies of this site.',
  },
  INTERNAL: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: "Your organisation's sign-in is not available at the moment. Please use your password.",
  },
  ARCHIVE_UNAVAILABLE: { status: 503, message: 'The image archive is not available at the moment. Please try again shortly.' },
  STORAGE_UNAVAILABLE: { status: 503, message: 'The file storage is not available at the moment. Please try again shortly.' },
  BUSY: { status: 503, message: 'Many people are signing in at this moment. Please try again in a few seconds.' },
  NOT_READY: { status: 503, message: 'Not ready: {what}.' },
  UNAVAILABLE: { status: 503, message: 'The service is not available at the moment. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

/** Why a session is over, and what its user is told. Said with NOT_AUTHENTICATED, and only to who has a token of that session. */
export const sessionEnds = {
  'signed-out': 'You signed out in another window. Please sign in again.',
  elsewhere: 'You ended this session from another one of yours. Please sign in again.',
  administrator: 'An administrator ended your session. Please sign in again.',
  password: 'Your password was changed, which ends all sessions. Please sign in with the new one.',
  idle: 'You were signed out because nothing was done for a long time. Please sign in again.',
  time: 'Your session reached its longest time. Please sign in again.',
} as const

export type SessionEnd = keyof typeof sessionEnds

/** A refusal with a code of the table. Thrown by services, turned into the error body in one place. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds after which it is worth trying again, where the thrower knows. */
  readonly retryAfter: number | null
  /** Why the caller's session is over, where there was one. */
  readonly reason: SessionEnd | null

  /** `params` fill the `{name}` parts of the table's text; a `reason` brings its own. */
  constructor(code: ErrorCode, params: Record<string, string | number> = {}, reason: SessionEnd | null = null) {
    const text = reason ? sessionEnds[reason] : errorTable[code].message
    super(text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)))
    this.name = 'AppError'
    this.code = code
    this.status = errorTable[code].status
    this.reason = reason
    this.retryAfter = typeof params.seconds === 'number' ? params.seconds : null
  }
}
