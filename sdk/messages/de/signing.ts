import type { SigningMessages } from '../en/signing.ts'

export const signing: SigningMessages = {
  testMode: 'Testmodus',
  testModeNote: 'Alle Prüfungen sind simuliert: Geben Sie erfundene Daten ein, nie Ihre eigenen.',
  liveMode: 'Live-Modus',
  liveModeNote: 'eines Simulators: Keine Prüfung ist echt.',

  title: 'Lesen und unterschreiben',
  titleSigned: 'Sie haben unterschrieben',
  titleDeclined: 'Sie haben es abgelehnt zu unterschreiben',
  titleWithdrawn: 'Sie haben Ihre Einwilligung widerrufen',
  titleClosed: 'Hier ist nichts mehr zu unterschreiben',

  invitation:
    '{business} bittet Sie, Dokumente zu lesen und zu unterschreiben. Das Öffnen verpflichtet Sie zu nichts.',
  openDocuments: 'Dokumente öffnen',

  readHeading: '1. Lesen',
  documentsHeading: 'Dokumente',
  read: 'Lesen',
  readNote: '(PDF, öffnet sich in einem neuen Tab)',
  save: 'Kopie speichern',
  saveSigned: 'Unterschriebene Kopie speichern',
  sealing: 'Die versiegelte Kopie wird noch erstellt: Laden Sie diese Seite später noch einmal.',
  fileName: 'Dokument',
  fileNameSigned: '(unterschrieben)',

  consentHeading: '2. Elektronischer Unterschrift zustimmen',
  disclosure: 'Belehrung',
  disclosureLanguage:
    'Dieser Text gilt rechtlich so, wie er hier steht. Er wird daher in seiner Originalsprache gezeigt.',
  consent: 'Ich stimme elektronischen Unterlagen und Unterschriften zu',

  signHeading: '2. Unterschreiben',
  consented: 'Sie haben der elektronischen Unterschrift zugestimmt.',
  typedName: 'Ihr Name',
  typedNameHint:
    'Vor- und Nachname, wie Sie ihn angegeben haben. Wenn Sie ihn eingeben und auf Unterschreiben drücken, haben Sie unterschrieben.',
  sign: 'Unterschreiben',

  declineSummary: 'Ich möchte nicht unterschreiben',
  declineNote: 'Das beendet die Prüfung. {business} erfährt, dass Sie abgelehnt haben.',
  reason: 'Ihr Grund',
  reasonHint: 'Nur {business} liest ihn.',
  decline: 'Unterschrift ablehnen',

  rightsHeading: 'Ihre Rechte',
  contactDetails: 'Um Ihre Kontaktdaten zu berichtigen, schreiben Sie an {business}.',
  paperCopy: 'Papierkopie anfordern',
  paperCopyAsked: 'Sie haben eine Papierkopie angefordert. {business} schickt sie kostenlos.',
  withdraw: 'Einwilligung widerrufen',
  withdrawNoteBefore:
    'Das beendet die Prüfung, und nichts wird unterschrieben. {business} wird benachrichtigt.',
  withdrawNoteAfter:
    'Die Dokumente, die Sie unterschrieben haben, gelten weiter. Der Widerruf wird festgehalten. {business} wird benachrichtigt.',
  withdrawn: 'Sie haben Ihre Einwilligung widerrufen.',
  contact:
    'Um Ihre Einwilligung zu widerrufen, Papierkopien anzufordern oder neue Kontaktdaten anzugeben, schreiben Sie an {business}.',

  optional: '(freiwillig)',
  errorPrefix: 'Fehler:',
  problemsHeading: 'Bitte sehen Sie sich das noch einmal an',
  noteHeading: 'Bitte beachten Sie',
  problemRequired: 'Bitte füllen Sie das aus',
  problemTooLong: 'Bitte schreiben Sie weniger',
  problemInvalid: 'Bitte prüfen Sie das',
  problemName: 'Bitte geben Sie Ihren Namen so ein, wie Sie ihn angegeben haben',
  problemConsent: 'Bitte stimmen Sie zuerst der elektronischen Unterschrift zu.',
  problemDisclosure:
    'Die Belehrung hat sich geändert. Bitte lesen Sie die neue und stimmen Sie erneut zu.',
  problemOver: 'Diese Prüfung war schon beendet. Es wurde nichts geändert.',
  problemDone:
    'Das hatten Sie schon getan, vielleicht in einem anderen Fenster. Es wurde nichts geändert.',

  frameTitle: 'Unterschrift',
  expiredTitle: 'Diese Seite ist nicht mehr offen',
  expired:
    'Sie war zu lange offen oder wurde schon einmal geöffnet. Gehen Sie auf die Seite zurück, von der Sie kamen.',
  missing: 'Diese Seite gibt es nicht, oder sie wird nicht mehr aufbewahrt.',
  failedTitle: 'Etwas ist schiefgegangen',
  failed:
    'Das ist unser Fehler. Was Sie bisher getan haben, bleibt erhalten. Versuchen Sie es gleich noch einmal.',
  busyTitle: 'Zu viele Anfragen',
  busy: 'Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
  back: 'Zurück zu den Dokumenten',
}
