import type { SigningMessages } from '../en/signing.ts'

export const signing: SigningMessages = {
  testMode: 'Modo de prueba',
  testModeNote: 'Todas las comprobaciones son simuladas: use datos inventados, nunca los suyos.',
  liveMode: 'Modo real',
  liveModeNote: 'de un simulador: ninguna comprobación es real.',

  title: 'Leer y firmar',
  titleSigned: 'Ha firmado',
  titleDeclined: 'Ha rechazado la firma',
  titleWithdrawn: 'Ha retirado su consentimiento',
  titleClosed: 'Ya no hay nada que firmar',

  invitation: '{business} le pide que lea y firme documentos. Abrirlos no le compromete a nada.',
  openDocuments: 'Abrir los documentos',

  readHeading: '1. Leer',
  documentsHeading: 'Documentos',
  read: 'Leer',
  readNote: '(PDF, se abre en otra pestaña)',
  save: 'Guardar una copia',
  saveSigned: 'Guardar su copia firmada',
  sealing: 'La copia sellada todavía se está preparando: vuelva a cargar esta página más tarde.',
  fileName: 'documento',
  fileNameSigned: '(firmado)',

  consentHeading: '2. Aceptar la firma electrónica',
  disclosure: 'Información legal',
  disclosureLanguage:
    'Este texto tiene efecto legal tal como está, por lo que se muestra en su idioma original.',
  consent: 'Acepto los documentos y las firmas electrónicos',

  signHeading: '2. Firmar',
  consented: 'Ha aceptado firmar electrónicamente.',
  typedName: 'Su nombre',
  typedNameHint: 'Nombre y apellidos, como los indicó. Al escribirlos y pulsar Firmar, firma.',
  sign: 'Firmar',

  declineSummary: 'No quiero firmar',
  declineNote:
    'Esto termina la verificación. Se avisa a {business} de que usted ha rechazado la firma.',
  reason: 'Su motivo',
  reasonHint: 'Solo lo lee {business}.',
  decline: 'Rechazar la firma',

  rightsHeading: 'Sus derechos',
  contactDetails: 'Para corregir sus datos de contacto, escriba a {business}.',
  paperCopy: 'Pedir una copia en papel',
  paperCopyAsked: 'Ha pedido una copia en papel. {business} la envía sin coste.',
  withdraw: 'Retirar el consentimiento',
  withdrawNoteBefore: 'Esto termina la verificación y no se firma nada. Se avisa a {business}.',
  withdrawNoteAfter:
    'Los documentos que ha firmado siguen siendo válidos. La retirada queda registrada. Se avisa a {business}.',
  withdrawn: 'Ha retirado su consentimiento.',
  contact:
    'Para retirar su consentimiento, pedir copias en papel o dar nuevos datos de contacto, escriba a {business}.',

  optional: '(opcional)',
  errorPrefix: 'Error:',
  problemsHeading: 'Revise esto, por favor',
  noteHeading: 'Tenga en cuenta',
  problemRequired: 'Rellene este campo',
  problemTooLong: 'Escriba un texto más corto',
  problemInvalid: 'Revise esto',
  problemName: 'Escriba su nombre como lo indicó',
  problemConsent: 'Acepte primero la firma electrónica.',
  problemDisclosure: 'La información legal ha cambiado. Lea la nueva y acéptela de nuevo.',
  problemOver: 'Esta verificación ya había terminado. No se ha cambiado nada.',
  problemDone: 'Ya lo había hecho, quizá en otra ventana. No se ha cambiado nada.',

  frameTitle: 'Firma',
  expiredTitle: 'Esta página ya no está abierta',
  expired:
    'Estuvo abierta demasiado tiempo o ya se había abierto. Vuelva a la página de la que venía.',
  missing: 'Esta página no existe o ya no se conserva.',
  failedTitle: 'Algo ha ido mal',
  failed: 'Es un error nuestro. Lo que hizo antes se conserva. Inténtelo de nuevo en un momento.',
  busyTitle: 'Demasiadas peticiones',
  busy: 'Espere un minuto e inténtelo de nuevo.',
  back: 'Volver a los documentos',
}
