import type { HostedMessages } from '../en/hosted.ts'

export const hosted: HostedMessages = {
  language: 'Sprache',
  footer: 'Eine Seite des Simulators vskit. Hier wird niemand geprüft.',
  busy: 'Einen Moment…',
  offline:
    'Sie sind offline. Alles auf dieser Seite bleibt erhalten: Versuchen Sie es erneut, sobald Sie verbunden sind.',
  continue: 'Weiter',
  backToStart: 'Zurück zur Prüfung',

  progress: 'Fortschritt',
  progressAt: 'Schritt {place} von {count}: {name}',
  stepDone: 'erledigt',
  stepSkipped: 'nicht nötig',
  stepJustDone: 'Eingereicht: {name}',
  stepRepeated:
    'Schon eingereicht, vielleicht in einem anderen Fenster: {name}. Die erste Einreichung zählt.',

  nameIdVerification: 'Ausweisdokument',
  nameCustomForm: 'Fragen',
  nameEsign: 'Unterschrift',
  nameCreditHistory: 'Kreditauskunft',
  nameBackgroundCheck: 'Hintergrundprüfung',
  nameSanctionsScreening: 'Sanktionslisten',
  nameEmailVerification: 'E-Mail-Adresse',
  nameOther: 'Prüfung',

  startTitle: 'Prüfung für {business}',
  startAsks: '{business} bittet Sie um diese Schritte:',
  startTime:
    'Das dauert etwa {minutes} Min. Sie können unterbrechen und später mit demselben Link weitermachen, auch auf einem anderen Gerät.',
  startConsent: 'Wenn Sie beginnen, stimmen Sie zu, dass {business} Folgendes erhält:',
  startAnswers: 'Ihre Antworten',
  startPhotos: 'Ihre Fotos',
  startDetails: 'Ihre Angaben',
  startSignature: 'Ihre Unterschrift',
  startResults: 'die Ergebnisse der Prüfungen',
  start: 'Zustimmen und beginnen',
  phoneSummary: 'Auf dem Handy weitermachen',
  phoneText:
    'Scannen Sie diesen Code mit der Kamera Ihres Handys, oder öffnen Sie dort die Adresse.',
  phoneCode: 'QR-Code der Adresse dieser Seite',

  documentTitle: 'Welches Dokument verwenden Sie?',
  documentText: 'Wählen Sie das Musterdokument für die simulierte Kamera.',
  document: 'Dokument',
  passport: 'Reisepass',
  identityCard: 'Personalausweis',
  noDocument: 'Kein Dokument',
  noDocumentText: 'Die Prüfung bricht ab und endet mit einem Fehler',
  useCamera: 'Fotos aufnehmen',
  useUpload: 'Vorhandene Fotos hochladen',
  restart: 'Anderes Dokument wählen',
  restartUpload: 'Anderes Dokument wählen oder Fotos aufnehmen',

  frontTitle: 'Vorderseite fotografieren',
  backTitle: 'Rückseite fotografieren',
  uploadFrontTitle: 'Vorderseite hochladen',
  uploadBackTitle: 'Rückseite hochladen',
  photoText: 'Das ganze Dokument muss im Rahmen sein, bei gutem Licht und ohne Spiegelung.',
  photoSimulated: 'Ihre Kamera wird nicht benutzt. Eine simulierte Kamera zeigt ein Muster.',
  photoReal:
    'Erlauben Sie die Kamera, wenn der Browser fragt. Ihre Bilder bleiben in diesem Fenster und werden sofort verworfen. Eingereicht wird stattdessen das Muster.',
  photoRealFailed: 'Ihre Kamera ließ sich nicht öffnen. Das Muster wird verwendet.',
  viewfinder: 'Sucher mit dem Musterdokument',
  viewfinderReady: 'Das Dokument ist im Rahmen.',
  takePhoto: 'Foto aufnehmen',
  front: 'Vorderseite des Dokuments',
  back: 'Rückseite des Dokuments',
  fileHint: 'JPEG oder PNG, bis 10 MB',
  uploadText:
    'Das Format der Datei wird geprüft, danach wird sie gelöscht. Nehmen Sie ein beliebiges Bild, aber nie das eines echten Dokuments.',
  saveSpecimen: 'Muster speichern',
  upload: 'Hochladen',
  uploadAccepted: 'Die Datei ist ein lesbares Foto. Sie wurde gelöscht.',

  checkFrontTitle: 'Foto der Vorderseite prüfen',
  checkBackTitle: 'Foto der Rückseite prüfen',
  checkText: 'Alle vier Ecken und jede Zeile müssen lesbar sein.',
  checkImage: 'Das aufgenommene Foto',
  usePhoto: 'Dieses Foto verwenden',
  retakePhoto: 'Noch einmal aufnehmen',
  unreadable:
    'Dieses Foto ist schwer zu lesen. Nehmen Sie es noch einmal auf, oder machen Sie weiter: Dann sieht es sich eine Person an.',
  unreadableHint:
    'Halten Sie das Dokument flach, mit Licht von der Seite, und warten Sie, bis das Bild scharf ist.',

  selfieTitle: 'Selfie aufnehmen',
  selfieText: 'Ein Selfie wird mit dem Foto auf dem Dokument verglichen.',
  takeSelfie: 'Selfie aufnehmen',
  livenessTitle: 'Gesicht scannen',
  livenessText: 'Folgen Sie diesen Anweisungen nacheinander:',
  livenessPrompt1: 'Schauen Sie geradeaus',
  livenessPrompt2: 'Drehen Sie den Kopf langsam nach links',
  livenessPrompt3: 'Drehen Sie den Kopf langsam nach rechts',
  livenessPrompt4: 'Schauen Sie wieder geradeaus',
  livenessAlternative:
    'Wenn Sie eine Anweisung nicht sehen oder nicht befolgen können, warten Sie: Die nächste erscheint von selbst.',
  startLiveness: 'Gesichtsscan starten',
  faceSimulated: 'Das ist simuliert: Die Kamera zeigt die Person des Musters, nicht Sie.',
  faceImage: 'Die Person des Musters im Sucher',
  processing: 'Ihre Fotos werden geprüft…',

  formTitle: 'Ein paar Fragen',
  yes: 'Ja',
  no: 'Nein',
  chooseAll: 'Wählen Sie alles, was zutrifft.',

  backgroundText: 'Ihr Name wird in öffentlichen Gerichtsakten gesucht.',
  creditText: 'Ihre Kreditauskunft wird gelesen. Ihr Score ändert sich dadurch nicht.',
  sanctionsText: 'Ihr Name wird mit Listen sanktionierter Personen verglichen.',
  emailText: 'Ihre E-Mail-Adresse wird geprüft. Hier wird nichts an sie geschickt.',
  otherTitle: 'Noch eine Prüfung',
  otherText: 'Sie müssen dafür nichts tun.',
  aboutYou: 'Über Sie',
  familyName: 'Familienname',
  familyNameHint:
    'Vollständig, auch wenn er mehrere Wörter hat. Wenn Sie nur einen Namen haben, schreiben Sie ihn hierhin.',
  givenName1: 'Erster Vorname',
  givenName2: 'Zweiter Vorname',
  givenName3: 'Weiterer Vorname',
  nameSuffix: 'Namenszusatz, etwa jun.',
  dateOfBirth: 'Geburtsdatum',
  email: 'E-Mail-Adresse',
  agree: 'Zustimmen und weiter',

  signingConsentTitle: 'Elektronischer Unterschrift zustimmen',
  signingReadTitle: 'Dokumente lesen',
  signingSignTitle: 'Unterschreiben',
  signingReviewTitle: 'Prüfen und unterschreiben',
  signingReadDone: 'Ich habe alles gelesen',
  signingReadPdf: 'Dieses Dokument ist eine PDF-Datei. Öffnen Sie sie, um sie zu lesen.',
  signingNameHint:
    'Vor- und Nachname, wie Sie ihn angegeben haben. Sie unterschreiben auf der nächsten Seite.',
  signingReview: 'Überprüfen',
  signingReviewText: 'Sie unterschreiben diese Dokumente als:',
  signingChange: 'Anderen Namen eingeben',
  signNow: 'Jetzt unterschreiben',
  otherWays: 'Andere Möglichkeiten',
  skipText: 'Wenn Sie diesen Schritt überspringen, endet die ganze Prüfung.',
  yourDocuments: 'Ihre Dokumente',
  yourDocumentsText:
    'Speichern Sie sie, widerrufen Sie Ihre Einwilligung, oder fordern Sie Papierkopien an.',
  withdrawOrPaper: 'Einwilligung widerrufen oder Papierkopie anfordern',

  leave: 'Überspringen und die Prüfung beenden',
  endTitle: 'Diese Prüfung beenden?',
  endText:
    'Offene Schritte werden übersprungen, und die Prüfung endet endgültig. {business} erfährt, dass Sie sie beendet haben.',
  end: 'Prüfung beenden',
  endBack: 'Zurück und weitermachen',

  doneTitle: 'Diese Prüfung ist abgeschlossen',
  doneText:
    '{business} wurde benachrichtigt und meldet sich bei Ihnen. Sie können diese Seite schließen.',
  reviewTitle: 'Eine Person sieht sich das an',
  reviewText:
    'Sie haben alles eingereicht. Eine Person prüft es, und {business} meldet sich bei Ihnen. Sie können diese Seite schließen.',
  declinedText:
    'Damit ist die Prüfung beendet, und nichts wurde unterschrieben. {business} wurde benachrichtigt.',
  withdrawnText:
    'Damit ist die Prüfung beendet, und nichts wurde unterschrieben. {business} wurde benachrichtigt.',
  endedTitle: 'Sie haben diese Prüfung beendet',
  endedText:
    'Offene Schritte wurden übersprungen. {business} wurde benachrichtigt. Sie können diese Seite schließen.',
  cancelledTitle: 'Diese Prüfung wurde abgebrochen',
  cancelledText: '{business} hat sie abgebrochen. Sie müssen nichts mehr tun.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expiredText:
    'Die Zeit für diese Prüfung ist vorbei. Bitten Sie {business} um eine neue, wenn Sie sie noch brauchen.',

  problemRequired: 'Bitte beantworten Sie das',
  problemTooLong: 'Bitte schreiben Sie weniger',
  problemInvalid: 'Bitte prüfen Sie das',
  problemNumber: 'Bitte geben Sie eine Zahl ein',
  problemDate: 'Bitte geben Sie ein vollständiges Datum ein: Tag, Monat und Jahr',
  problemBirthDate: 'Bitte geben Sie ein Datum ein; ein Geburtsdatum liegt in der Vergangenheit',
  problemEmail: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa name@example.com',
  problemPhone: 'Bitte geben Sie eine Telefonnummer mit Land ein, etwa +49 30 901820',
  problemChoice: 'Bitte wählen Sie eine der Antworten',
  problemImage: 'Wählen Sie ein JPEG- oder PNG-Foto von höchstens 10 MB',
  problemNoFile: 'Wählen Sie ein Foto',
  problemUpload: 'Früher aufgenommene Fotos werden hier nicht angenommen.',
  problemNothingHere:
    'Dieser Schritt hat nichts zu zeigen. Wenden Sie sich an das Unternehmen, das Sie hierher geschickt hat.',

  nothingTitle: 'Hier ist nichts',
  noSession:
    'Dieser Link öffnet keine Prüfung. Sehen Sie nach, ob er vollständig ist, oder bitten Sie den Absender um einen neuen.',
  noPage: 'Diese Seite gibt es nicht, oder sie wird nicht mehr aufbewahrt.',
  elsewhereTitle: 'Das kam von einer anderen Website',
  elsewhere:
    'Es wurde nichts geändert. Öffnen Sie Ihren Link noch einmal, und machen Sie dort weiter.',
  tooLargeTitle: 'Das war zu groß',
  tooLarge:
    'Ein Foto darf höchstens 10 MB haben. Wählen Sie ein kleineres, und senden Sie es noch einmal.',
  unreadTitle: 'Das ließ sich nicht lesen',
  unread: 'Senden Sie das Formular noch einmal von seiner eigenen Seite.',
  methodTitle: 'Das geht hier nicht',
  method: 'Öffnen Sie Ihren Link noch einmal, und machen Sie dort weiter.',
  busyTitle: 'Zu viele Anfragen',
  busyText: 'Warten Sie eine Minute, und laden Sie diese Seite dann noch einmal.',
  failedTitle: 'Etwas ist schiefgegangen',
  failed:
    'Das ist unser Fehler. Was Sie bisher getan haben, bleibt erhalten. Versuchen Sie es gleich noch einmal.',
}
