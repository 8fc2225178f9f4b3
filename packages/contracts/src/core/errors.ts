import { type SessionEnd, sessionEnds } from './session-ends.ts'

/**
 * Every error that leaves the API: code, HTTP status and the default text for users.
 * The thrower fills in the `{name}` parts. `{name|one|many}` is a number followed by the words for one and for many.
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
  SIGN_IN_EXPIRED: { status: 400, message: 'This sign-in took too long or had too many wrong codes. Please start again.' },
  SECOND_FACTOR_INVALID: { status: 400, message: 'This code is wrong or was already used. Please enter the next code.' },
  PASSKEY_INVALID: { status: 400, message: 'This passkey was not accepted. Try again, or sign in another way.' },
  RESET_TOKEN_INVALID: { status: 400, message: 'This password reset is no longer valid. Please start again.' },
  ACCOUNT_INACTIVE: { status: 403, message: 'This account is not active. Please contact your administrator.' },
  ACCOUNT_LAB_INACTIVE: {
    status: 403,
    message: 'The laboratory of this account is not active. Please contact your administrator.',
  },
  PASSWORD_EXPIRED: {
    status: 403,
    message: 'This generated password has expired. Please use "Forgot password?" or ask your administrator for a new one.',
  },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Please change your password to continue.' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Your role requires a second factor. Set it up to continue.' },
  FORBIDDEN: { status: 403, message: 'Access denied: You do not have permission to perform this action' },
  FOREIGN_ORIGIN: { status: 403, message: 'This connection is not allowed from another site.' },
  REPORT_NOT_YOURS: { status: 403, message: 'You can delete only your own draft reports.' },
  LIST_NOT_YOURS: { status: 403, message: 'You can change only your own lists. Save a copy to change it.' },
  SHARE_PIN_NEEDED: { status: 403, message: 'This link needs a PIN. Ask the sender for it.' },
  SHARE_PIN_INCORRECT: { status: 403, message: 'Incorrect PIN. Tries left: {left}.' },
  SHARE_PIN_EXHAUSTED: { status: 403, message: 'Incorrect PIN. This link is now revoked. Ask the sender for a new one.' },
  SHARE_LINK_NOT_YOURS: { status: 403, message: 'You can revoke only your own links.' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  STUDY_NOT_FOUND: { status: 404, message: 'Study not found' },
  STUDY_REASSIGNED: {
    status: 409,
    message: '{name} has this study now. Your text stays in this window. Copy what you still need.',
  },
  DOCTOR_NOT_FOUND: { status: 404, message: 'Doctor not found' },
  PATIENT_NOT_FOUND: { status: 404, message: 'Patient not found' },
  CRITICAL_RESULT_NOT_FOUND: { status: 404, message: 'Critical result not found' },
  LAB_NOT_FOUND: { status: 404, message: 'Laboratory not found' },
  INTAKE_FAILURE_NOT_FOUND: { status: 404, message: 'This study is no longer set aside.' },
  USER_NOT_FOUND: { status: 404, message: 'Account not found' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'This passkey is no longer registered.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended.' },
  DEAD_LETTER_NOT_FOUND: { status: 404, message: 'This entry is no longer on the list.' },
  PATIENT_MERGE_NOT_FOUND: { status: 404, message: 'This merge no longer exists.' },
  PATIENT_CHANGE_NOT_FOUND: { status: 404, message: 'This change is no longer in the list, or it was sent again.' },
  IDENTITY_REVIEW_NOT_FOUND: { status: 404, message: 'This identity review no longer exists.' },
  REFUSAL_NOT_FOUND: { status: 404, message: 'This entry is no longer on the list.' },
  KEY_IMAGE_NOT_FOUND: { status: 404, message: 'This key image no longer exists.' },
  REPORT_NOT_FOUND: { status: 404, message: 'Document not found' },
  LIST_NOT_FOUND: { status: 404, message: 'This list no longer exists.' },
  TEMPLATE_NOT_FOUND: { status: 404, message: 'This template no longer exists.' },
  TEXT_BLOCK_NOT_FOUND: { status: 404, message: 'This text block no longer exists.' },
  DOCTOR_GROUP_NOT_FOUND: { status: 404, message: 'This group no longer exists.' },
  NOT_AN_ADMIN_ADDRESS: {
    status: 422,
    message: '{address} is not the address of an active administrator. Digests of a group go to administrators only.',
  },
  DIGEST_NOT_FOUND: { status: 404, message: 'This digest no longer exists.' },
  SHIFT_FEED_NOT_FOUND: { status: 404, message: 'This calendar feed no longer exists.' },
  CALENDAR_NOT_FOUND: { status: 404, message: 'This calendar no longer exists.' },
  SIMULATION_NOT_FOUND: { status: 404, message: 'This simulation no longer exists.' },
  DEADLINE_RULE_NOT_FOUND: { status: 404, message: 'This deadline rule no longer exists.' },
  HL7_CONNECTION_NOT_FOUND: { status: 404, message: 'This connection no longer exists.' },
  HL7_MESSAGE_NOT_FOUND: { status: 404, message: 'The text of this message is no longer stored.' },
  RESULT_DESTINATION_NOT_FOUND: { status: 404, message: 'This destination no longer exists.' },
  RESULT_DELIVERY_NOT_FOUND: { status: 404, message: 'This delivery no longer exists.' },
  FHIR_CLIENT_NOT_FOUND: { status: 404, message: 'This FHIR client no longer exists.' },
  SEVERAL_MATCHES: { status: 412, message: 'Several orders have this identifier.' },
  FHIR_ELEMENT_INVALID: { status: 422, message: '{element} {why}' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'Resource not found' },
  REPORT_WITHDRAWN: { status: 410, message: 'This report was withdrawn. Do not use earlier copies.' },
  FHIR_FORMAT_UNSUPPORTED: { status: 406, message: 'Resources are sent as JSON (application/fhir+json) only.' },
  NOT_HL7: { status: 400, message: 'This is no HL7 message. It must begin with MSH and its separators.' },
  ORDER_NOT_FOUND: { status: 404, message: 'Order not found' },
  DOCUMENT_NOT_FOUND: { status: 404, message: 'Document not found' },
  EXPORT_EMPTY: { status: 404, message: 'Export returned empty file. No matching studies found.' },
  ZIP_NOT_READY: { status: 404, message: 'ZIP file not found in R2. Creating new one...' },
  BULK_ZIP_NOT_FOUND: { status: 404, message: 'ZIP not found. You may no longer have access to one of its studies.' },
  SHARE_LINK_NOT_FOUND: { status: 404, message: 'Share link not found or has expired.' },
  LINK_EXPIRED: { status: 404, message: 'This download link has expired. Please start the download again.' },
  NOT_ACCEPTABLE: { status: 406, message: 'Images are not available in the requested format.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed here.' },
  CONFLICT: { status: 409, message: 'Someone else has changed this. Refresh and try again.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This request key was already used for something else. Refresh and try again.',
  },
  ORDER_EXISTS: {
    status: 409,
    message: 'This laboratory already has an order with this number. Change that order, or use another number.',
  },
  ORDER_CLOSED: { status: 409, message: 'This order is {state}. It can no longer be changed.' },
  ORDER_REPORTED: {
    status: 409,
    message: 'The report of this order is final. The order can no longer be cancelled, stopped or put on hold.',
  },
  ORDER_PERFORMED: { status: 409, message: 'Images of this order have arrived. It can no longer be put on hold.' },
  ORDER_DIFFERS: {
    status: 409,
    message: 'The order and the images name different patients. Check both, and confirm the difference to match them.',
  },
  ORDER_OF_OTHER_LABORATORY: { status: 409, message: 'The order and the study are of different laboratories.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken.' },
  AUTHENTICATOR_EXISTS: {
    status: 409,
    message: 'An authenticator app is already set up. Remove it before you set up another.',
  },
  AUTHENTICATOR_NOT_STARTED: { status: 409, message: 'This QR code has expired. Please start again.' },
  AUTHENTICATOR_UNREADABLE: {
    status: 409,
    message:
      'Codes from this authenticator app can no longer be checked. Use a recovery code or a passkey, or ask your administrator to reset your second factor.',
  },
  PROVIDER_NOT_CONFIGURED: { status: 409, message: 'No OpenID provider is configured.' },
  SECOND_FACTOR_MISSING: { status: 409, message: 'This account has no second factor.' },
  PASSKEY_TAKEN: { status: 409, message: 'This passkey is already registered.' },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You have {count} passkeys, which is the maximum. Remove one first.' },
  LIST_NAME_TAKEN: { status: 409, message: 'You already have a list with this name.' },
  LIST_NOT_FOR_ROLE: { status: 409, message: 'The list uses filters that this role cannot use.' },
  TOO_MANY_LISTS: {
    status: 409,
    message: 'You have {count} lists, which is the maximum. Delete one first.',
  },
  READING_TEMPLATE_NAME_TAKEN: { status: 409, message: 'A template with this name already exists.' },
  SHORTCUT_TAKEN: { status: 409, message: 'A text block with this shortcut already exists.' },
  TOO_MANY_TEMPLATES: {
    status: 409,
    message: 'There are {count} templates, which is the maximum. Delete one first.',
  },
  TOO_MANY_TEXT_BLOCKS: {
    status: 409,
    message: 'There are {count} text blocks, which is the maximum. Delete one first.',
  },
  RESULT_DESTINATION_NAME_TAKEN: { status: 409, message: 'Another destination has this name.' },
  DELIVERY_CHANGED: { status: 409, message: 'The state of this delivery has changed. Look at it again.' },
  RESULT_SECRET_MISSING: { status: 409, message: 'Enter the secret of the destination.' },
  RESULTS_KEY_MISSING: {
    status: 409,
    message:
      'Destinations with a secret need RESULTS_KEY in the environment of the API and the worker. Ask the operator of this portal to set it.',
  },
  HL7_CONNECTION_DISABLED: { status: 409, message: 'This connection is disabled. Enable it before you send a test order.' },
  FHIR_CLIENT_NAME_TAKEN: { status: 409, message: 'Another FHIR client has this name.' },
  HL7_NAME_TAKEN: { status: 409, message: 'A connection with this name already exists.' },
  WORKLIST_AE_TITLE_TAKEN: { status: 409, message: 'The modality worklist of another laboratory has this AE title.' },
  SCANNER_NOT_FOUND: { status: 404, message: 'The laboratory has no scanner with this AE title.' },
  SCANNER_ADDRESS_FORBIDDEN: {
    status: 409,
    message: 'This address is private. Add it to the scanners of the modality worklist first.',
  },
  SCANNER_CERTIFICATE_UNREADABLE: { status: 409, message: 'This certificate cannot be read. Paste it in PEM.' },
  SCANNER_CERTIFICATE_MISSING: { status: 409, message: 'Paste the certificate that the scanner shows by TLS.' },
  SCANNER_PLACE_MISSING: { status: 409, message: 'Enter the host and port of the scanner before you test it.' },
  SCANNER_TEST_RUNNING: { status: 409, message: 'A test of this scanner is running. Wait for its answer.' },
  HL7_PORT_TAKEN: { status: 409, message: 'Another connection uses this port.' },
  DOCTOR_GROUP_NAME_TAKEN: { status: 409, message: 'A group with this name already exists.' },
  DOCTOR_GROUP_IN_USE: {
    status: 409,
    message: 'Automatic assignment of a laboratory is limited to this group. Change it first.',
  },
  CALENDAR_NAME_TAKEN: { status: 409, message: 'A calendar with this name already exists.' },
  CALENDAR_IN_USE: { status: 409, message: 'Deadline rules use this calendar. Change or delete them first.' },
  SIMULATION_RUNNING: { status: 409, message: 'A simulation is running. Wait until it is done.' },
  ABSENCE_OVER: { status: 400, message: 'An absence that ended on {day} is over. Remove it, or give it a later last day.' },
  HOLIDAY_IN_PAST: { status: 400, message: 'The holiday {day} is in the past. Add days from today on.' },
  DEADLINE_RULE_EXISTS: { status: 409, message: 'A rule for this laboratory, urgency and modality already exists.' },
  LAB_IDENTIFIER_TAKEN: { status: 409, message: 'A laboratory with this identifier already exists.' },
  AE_TITLE_TAKEN: { status: 409, message: 'The AE title {aeTitle} belongs to another laboratory.' },
  PATIENT_ON_HOLD: { status: 409, message: 'This patient is on hold. Their data cannot be removed: {reason}' },
  PATIENT_ID_DIFFERS: { status: 409, message: 'This patient ID does not match the record. Nothing was removed.' },
  REASON_NAMES_PATIENT: {
    status: 400,
    message: "The reason is kept after the patient is removed. Write it without the patient's name and ID.",
  },
  REPORT_BEING_WRITTEN: { status: 409, message: 'A report of this patient is being written. Wait until it is saved or signed.' },
  STUDIES_UNFINISHED: {
    status: 409,
    message:
      '{count|of the studies is not finished. Confirm that you want to erase it too.|of the studies are not finished. Confirm that you want to erase them too.}',
  },
  IDENTITY_REVIEW_CHANGED: {
    status: 409,
    message: 'This review or its studies have changed. Check the list and decide again.',
  },
  STUDY_OF_SEVERAL_PEOPLE: {
    status: 409,
    message: 'The images of this study name different people. An administrator must decide before a report can be signed.',
  },
  STUDY_PEOPLE_CHANGED: {
    status: 409,
    message: 'The images of this study have changed. Check the list and decide again.',
  },
  SPLIT_LEAVES_NOBODY: { status: 400, message: 'The images of one person must stay in the study. Choose who leaves.' },
  SPLIT_REPORT_UNDECIDED: { status: 400, message: 'This study has a report. Decide whether it stays or is withdrawn.' },
  SPLIT_REPORT_OF_OTHER: {
    status: 409,
    message: 'The report names a person whose images leave the study. Withdraw it, or let the images of the other person leave.',
  },
  SPLIT_NOT_FOUND: { status: 404, message: 'This split or new UID does not exist, or was undone.' },
  SPLIT_IN_USE: {
    status: 409,
    message: 'The split-off study has a report, a draft or a critical result. The split cannot be undone.',
  },
  UID_IN_USE: {
    status: 409,
    message: 'The study was split or given another UID since. Undo that first.',
  },
  IMAGES_MOVING: { status: 409, message: 'Images of this study are being moved. Wait until that is done.' },
  STUDY_UID_UNIQUE: { status: 409, message: 'No other study has this study UID any more. Nothing was changed.' },
  PATIENT_MERGE_CHANGED: {
    status: 409,
    message: 'One of these patients has changed. Compare them again.',
  },
  PATIENT_MERGE_REVIEWED: {
    status: 409,
    message: 'One of these patients is under an identity review. Decide the review first.',
  },
  PATIENT_MERGED_LATER: {
    status: 409,
    message: 'This patient was merged since. Undo the later merge first.',
  },
  PATIENT_NAME_MISSING: { status: 400, message: 'Enter at least one part of the name.' },
  PATIENT_ID_SAME: { status: 400, message: 'Both patient IDs are the same.' },
  PATIENTS_OF_OTHER_LABORATORIES: { status: 409, message: 'Only patients of one laboratory can be merged.' },
  SUBJECT_CHANGED: {
    status: 409,
    message: 'The names or studies of this patient have changed. Check the list and try again.',
  },
  PRIVACY_UNDER_WAY: { status: 409, message: 'This is already in progress. The Privacy page shows its progress.' },
  EXPORT_NOT_READY: { status: 404, message: 'This export is not ready or has expired.' },
  PATIENT_AMBIGUOUS: {
    status: 409,
    message: 'Several patients have this ID. Open one of their studies.',
  },
  RECORD_STALE: { status: 409, message: 'Someone else saved this record. Compare the values before you save.' },
  PATIENT_ID_TAKEN: {
    status: 409,
    message: 'The patient ID "{patientId}" is already used for another patient of this laboratory.',
  },
  TOO_MANY_DOCUMENTS: {
    status: 409,
    message: 'A patient can have up to {max} documents. This patient has {count}. Delete some first.',
  },
  LAB_IN_USE: {
    status: 409,
    message:
      'This laboratory has studies, orders or connections and cannot be deleted. Edit it and clear "Lab Active" to deactivate it instead.',
  },
  DOCTOR_IN_USE: {
    status: 409,
    message:
      'This doctor has assigned or reported studies and cannot be deleted. Edit the doctor and clear "Account Active" to deactivate the account instead.',
  },
  USER_INACTIVE: { status: 409, message: 'This account is not active. Activate it first.' },
  LAB_INACTIVE: { status: 409, message: 'The laboratory of this account is not active. Activate it first.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot change your own account this way.' },
  LAST_ADMINISTRATOR: { status: 409, message: 'The last active administrator cannot be deactivated or removed.' },
  ACCOUNT_OF_DOCTOR: {
    status: 409,
    message: "A doctor's account is deleted together with the doctor. Delete the doctor on the Doctors page.",
  },
  NOT_LAB_STAFF: { status: 409, message: 'Only laboratory staff can belong to a laboratory.' },
  IMPORT_REFUSED: { status: 409, message: 'Nothing was imported: {count|line has|lines have} errors. {first}' },
  DOCTOR_NOT_ASSIGNABLE: { status: 409, message: 'This doctor is not active and cannot be assigned.' },
  LAB_UNDECIDED: {
    status: 409,
    message: 'The images of this study came from two laboratories. Set its location first.',
  },
  DOCTOR_NOT_ASSIGNED: { status: 409, message: 'This doctor is not assigned to the study.' },
  STUDY_TOUCHED: { status: 409, message: 'The doctor has already started this study and keeps it.' },
  NOT_DEALT: { status: 409, message: 'This study was not assigned to you automatically. Ask an administrator to reassign it.' },
  PASSED_OVER_ENOUGH: {
    status: 409,
    message: 'This study was passed over three times and cannot be passed over again. Administrators see it.',
  },
  GIVEN_BACK_ENOUGH: {
    status: 409,
    message: 'You have given back five studies since your shift began. Ask an administrator to reassign this one.',
  },
  NO_DEADLINE: { status: 409, message: 'This study has no deadline yet. Its images are still arriving.' },
  ALREADY_PAUSED: { status: 409, message: 'Someone else has paused this study. Refresh to see the question.' },
  NOT_PAUSED: { status: 409, message: 'The clock of this study is already running again.' },
  INVALID_TRANSITION: { status: 409, message: 'This is not possible while the study is in status "{status}".' },
  DEAD_LETTER_UNKNOWN: { status: 409, message: 'This version of Readroom does not understand this entry and cannot retry it.' },
  REPORT_SUPERSEDED: {
    status: 409,
    message: 'Another report was uploaded or signed in the meantime. Read it before you upload yours.',
  },
  REPORT_NOT_FINALIZED: { status: 409, message: 'This study has no finalized report to dispatch.' },
  REPORT_NOT_RECALLABLE: {
    status: 409,
    message: 'This report can no longer be recalled. Write an addendum or a correction instead.',
  },
  REPORT_NOT_RELEASED: {
    status: 409,
    message: 'This report was just signed and its doctor can still recall it. Try again in a minute.',
  },
  REPORT_HELD: { status: 423, message: '{name} is writing this report. You can read it or take over.' },
  HOLD_LOST: {
    status: 423,
    message:
      'Somebody else is now writing this report. Your text is kept in this window. Compare both texts before you continue.',
  },
  DRAFT_STALE: {
    status: 409,
    message: 'This draft was saved from another window. Compare both texts before you continue.',
  },
  KEY_IMAGE_OF_OTHER_STUDY: {
    status: 409,
    message: 'This image belongs to another study. It was not added to the report.',
  },
  KEY_IMAGE_NOT_IN_STUDY: {
    status: 409,
    message: 'This image is not in the study in the image archive. It was not added to the report.',
  },
  KEY_IMAGE_DIFFERS: {
    status: 409,
    message:
      'This picture does not match its image in the image archive. It was not added to the report. The image may have been sent again: reload the page.',
  },
  TOO_MANY_KEY_IMAGES: { status: 409, message: 'A report can have up to {max} key images. Remove one first.' },
  REPORT_TEXT_INVALID: { status: 400, message: 'This text cannot be saved. {why}' },
  REPORT_KIND_IMPOSSIBLE: { status: 409, message: 'The study has {state}. {advice}' },
  REPORT_INCOMPLETE: { status: 409, message: 'The report cannot be signed yet. {what}' },
  REPORT_UNCHECKED: {
    status: 409,
    message: 'It is not known yet whether this report can be printed. It was not signed. Try again in a few seconds.',
  },
  REPORT_UNCONFIRMED: { status: 409, message: 'Please confirm before you sign. {what}' },
  REPORTS_UNFINISHED: {
    status: 409,
    message:
      '{count|of the selected studies no longer has|of the selected studies no longer have} a finished report to download.',
  },
  REPORT_BEING_MADE: { status: 503, message: 'The document of this report is being created. Please try again in a moment.' },
  SIGNATURE_PASSWORD_NEEDED: { status: 403, message: 'Please enter your password to sign.' },
  SIGNATURE_PASSWORD_INCORRECT: { status: 403, message: 'Incorrect password. The report was not signed.' },
  IMAGES_MISSING: { status: 409, message: 'The image archive has no images of this study.' },
  SERIES_WITHOUT_IMAGES: { status: 409, message: 'This series has no images to show.' },
  IMAGE_TOO_LARGE: { status: 409, message: 'An image of this series is too large for this viewer.' },
  IMAGE_INVALID: { status: 409, message: 'An image of this series cannot be shown because {why}.' },
  IMAGE_NOT_DRAWN: { status: 409, message: 'The image archive cannot show this image. Try the other viewer.' },
  FILE_MISSING: { status: 409, message: 'The file of this {owner} is missing from storage. Please contact support.' },
  NOT_DAMAGED: { status: 409, message: 'All known images of this study can be read.' },
  REPORT_FINALIZED: { status: 409, message: 'A finalized report cannot be deleted.' },
  ANNOTATION_NOT_IN_STUDY: { status: 409, message: 'This annotation belongs to an image of another study.' },
  STUDY_UID_AMBIGUOUS: {
    status: 409,
    message:
      'Another study has the same study UID, and this viewer cannot tell their images apart. The archive viewer shows those of this study. An administrator can give one of the two studies a new UID in the identity reviews.',
  },
  STUDY_UID_UNUSABLE: {
    status: 409,
    message: 'Viewers cannot open the study UID from the scanner. Download the ZIP or use the desktop viewer instead.',
  },
  ZIP_EXPIRED: { status: 410, message: 'ZIP file has expired. Creating a new one...' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The requested part is beyond the end of the file.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is too large. Reports can be up to 10MB.' },
  DOCUMENT_TOO_LARGE: { status: 413, message: '"{fileName}" is too large. Documents can be up to 20 MB.' },
  KEY_IMAGE_TOO_LARGE: { status: 413, message: 'The key image is too large. Key images can have up to 2 MB.' },
  TOO_MANY_FILES: { status: 413, message: 'Up to {max} files can be uploaded at once.' },
  EXPORT_TOO_LARGE: {
    status: 413,
    message: '{count} studies match, but at most {max} can be exported at once. Try filtering the data first.',
  },
  MRRT_TOO_LARGE: { status: 413, message: 'A template can have up to 1 MB.' },
  TEMPLATE_TOO_LARGE: {
    status: 413,
    message: 'The template is too large. Templates can have up to 5 MB, and 20 MB in each part.',
  },
  IMPORT_TOO_LARGE: { status: 413, message: 'The file is too large. Files to import can have up to 1 MB.' },
  SIGNATURE_TOO_LARGE: { status: 413, message: 'Signature file must be less than 2MB' },
  UNSUPPORTED_FILE: { status: 415, message: 'This file type is not accepted. Please choose a .pdf, .doc, .docx or .txt file.' },
  UNSUPPORTED_DOCUMENT: {
    status: 415,
    message:
      '"{fileName}" is not accepted. Choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file whose content matches its name.',
  },
  KEY_IMAGE_INVALID: {
    status: 415,
    message: 'Key images must be PNG or JPEG with up to 1024 pixels on each side.',
  },
  DOCUMENT_TOO_MANY_PIXELS: {
    status: 415,
    message: '"{fileName}" has too many pixels. Images can have up to 100 million.',
  },
  MRRT_INVALID: { status: 415, message: 'This file is not a readable report template (IHE MRRT, HTML). {why}' },
  TEMPLATE_UNREADABLE: { status: 415, message: 'This file is not a readable Word document (.docx).' },
  TEMPLATE_ACTIVE: {
    status: 415,
    message: 'The template contains active content or an external link: {what}. Remove it and try again.',
  },
  TEMPLATE_FIELD_UNKNOWN: { status: 415, message: 'Unknown field in the template: {field}' },
  TEMPLATE_FIELD_UNBALANCED: { status: 415, message: 'A condition in the template is not closed: {field}' },
  TEMPLATE_BRACE: { status: 415, message: 'The template has a brace outside a field: {text}' },
  TEMPLATE_NO_IMAGES: {
    status: 415,
    message: 'The signature cannot be placed there. Save the template with Word and try again.',
  },
  IMPORT_UNREADABLE: { status: 415, message: 'This file cannot be read as a table (.csv, UTF-8). {why}' },
  SIGNATURE_INVALID: { status: 415, message: 'Please select a valid image file (PNG, JPG, JPEG)' },
  SIGNATURE_TOO_MANY_PIXELS: {
    status: 415,
    message: 'The signature has too many pixels. The recommended size is 400x200 pixels, the largest 2000x2000.',
  },
  SHARE_PIN_REQUIRED: {
    status: 409,
    message: 'This laboratory requires a PIN for shared links, so report emails cannot carry them.',
  },
  TOO_MANY_SHARE_LINKS: {
    status: 429,
    message: 'You have {count} links to this study, which is the maximum. Revoke one first.',
  },
  OTP_TOO_SOON: { status: 429, message: 'Please wait {seconds|second|seconds} before requesting another OTP.' },
  TOO_MANY_BULK_ZIPS: { status: 429, message: '{count} of your ZIPs are being built. Wait until one is ready.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait {seconds|second|seconds} and try again.' },
  URL_TOO_LONG: { status: 414, message: 'This address is too long.' },
  REQUEST_TOO_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  REQUEST_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The request is too large. Select fewer entries, or clear the cookies of this site.',
  },
  INTERNAL: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'Sign-in at your organisation is not available at the moment. Please use your password.',
  },
  ARCHIVE_BUSY: { status: 503, message: 'Too many images are being sent at the moment. Please try again in a few seconds.' },
  ARCHIVE_UNAVAILABLE: { status: 503, message: 'The image archive is not available at the moment. Please try again shortly.' },
  STORAGE_UNAVAILABLE: { status: 503, message: 'The file storage is not available at the moment. Please try again shortly.' },
  BUSY: { status: 503, message: 'Too many sign-ins at the moment. Please try again in a few seconds.' },
  NOT_READY: { status: 503, message: 'Not ready: {what}.' },
  UNAVAILABLE: { status: 503, message: 'The service is not available at the moment. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

type Params = Record<string, string | number>

/** Fills in the parts of a text of the table. A part without a parameter stays. */
function fillIn(text: string, params: Params): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, part: string) => {
    const [name = '', one, many] = part.split('|')
    const value = params[name]
    if (value === undefined) return whole
    const words = value === 1 ? one : many
    return words === undefined ? String(value) : `${value} ${words}`
  })
}

/** A refusal with a code of the table. Thrown by services, turned into the error body in one place. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds after which it is worth trying again, if the thrower knows. */
  readonly retryAfter: number | null
  /** The reason for the end of the caller's session, if there was one. */
  readonly reason: SessionEnd | null
  /** The path of the refused field, such as `values.clinicTimeZone`, if a field was refused. */
  readonly field: string | null

  /** `params` fill the `{name}` parts of the table's text; a `reason` brings its own. */
  constructor(code: ErrorCode, params: Params = {}, reason: SessionEnd | null = null) {
    const text = reason ? sessionEnds[reason] : errorTable[code].message
    super(fillIn(text, params))
    this.name = 'AppError'
    this.code = code
    this.status = errorTable[code].status
    this.reason = reason
    this.field = typeof params.field === 'string' ? params.field : null
    this.retryAfter = typeof params.seconds === 'number' ? params.seconds : null
  }
}
