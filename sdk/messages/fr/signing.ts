import type { SigningMessages } from '../en/signing.ts'

export const signing: SigningMessages = {
  testMode: 'Mode test',
  testModeNote:
    'Tous les contrôles sont simulés : utilisez des données inventées, jamais les vôtres.',
  liveMode: 'Mode réel',
  liveModeNote: 'd’un simulateur : aucun contrôle n’est réel.',

  title: 'Lire et signer',
  titleSigned: 'Vous avez signé',
  titleDeclined: 'Vous avez refusé de signer',
  titleWithdrawn: 'Vous avez retiré votre consentement',
  titleClosed: 'Il n’y a plus rien à signer',

  invitation:
    '{business} vous demande de lire et de signer des documents. Les ouvrir ne vous engage à rien.',
  openDocuments: 'Ouvrir les documents',

  readHeading: '1. Lire',
  documentsHeading: 'Documents',
  read: 'Lire',
  readNote: '(PDF, s’ouvre dans un nouvel onglet)',
  save: 'Enregistrer une copie',
  saveSigned: 'Enregistrer votre copie signée',
  sealing: 'La copie scellée est en préparation : rechargez cette page plus tard.',
  fileName: 'document',
  fileNameSigned: '(signé)',

  consentHeading: '2. Accepter la signature électronique',
  disclosure: 'Information légale',
  disclosureLanguage:
    'Ce texte a un effet juridique tel qu’il est. Il est donc affiché dans sa langue d’origine.',
  consent: 'J’accepte les documents et les signatures électroniques',

  signHeading: '2. Signer',
  consented: 'Vous avez accepté de signer électroniquement.',
  typedName: 'Votre nom',
  typedNameHint:
    'Prénom et nom, comme vous les avez donnés. Les saisir et appuyer sur Signer vaut signature.',
  sign: 'Signer',

  declineSummary: 'Je ne veux pas signer',
  declineNote: 'Cela met fin à la vérification. {business} est informé de votre refus.',
  reason: 'Votre motif',
  reasonHint: 'Seul {business} le lit.',
  decline: 'Refuser de signer',

  rightsHeading: 'Vos droits',
  contactDetails: 'Pour corriger vos coordonnées, écrivez à {business}.',
  paperCopy: 'Demander une copie papier',
  paperCopyAsked: 'Vous avez demandé une copie papier. {business} l’envoie sans frais.',
  withdraw: 'Retirer le consentement',
  withdrawNoteBefore: 'Cela met fin à la vérification et rien n’est signé. {business} est informé.',
  withdrawNoteAfter:
    'Les documents que vous avez signés restent valables. Le retrait est enregistré. {business} est informé.',
  withdrawn: 'Vous avez retiré votre consentement.',
  contact:
    'Pour retirer votre consentement, demander des copies papier ou donner de nouvelles coordonnées, écrivez à {business}.',

  optional: '(facultatif)',
  errorPrefix: 'Erreur :',
  problemsHeading: 'Veuillez vérifier ces points',
  noteHeading: 'À noter',
  problemRequired: 'Veuillez remplir ce champ',
  problemTooLong: 'Veuillez écrire un texte plus court',
  problemInvalid: 'Veuillez vérifier ceci',
  problemName: 'Veuillez saisir votre nom comme vous l’avez donné',
  problemConsent: 'Veuillez d’abord accepter la signature électronique.',
  problemDisclosure:
    'L’information légale a changé. Veuillez lire la nouvelle et l’accepter à nouveau.',
  problemOver: 'Cette vérification était déjà terminée. Rien n’a été modifié.',
  problemDone: 'Vous l’aviez déjà fait, peut-être dans une autre fenêtre. Rien n’a été modifié.',

  frameTitle: 'Signature',
  expiredTitle: 'Cette page n’est plus ouverte',
  expired:
    'Elle est restée ouverte trop longtemps ou avait déjà été ouverte. Revenez à la page d’où vous venez.',
  missing: 'Cette page n’existe pas ou n’est plus conservée.',
  failedTitle: 'Un problème est survenu',
  failed: 'L’erreur vient de nous. Ce que vous avez fait est conservé. Réessayez dans un instant.',
  busyTitle: 'Trop de requêtes',
  busy: 'Attendez une minute, puis réessayez.',
  back: 'Retour aux documents',
}
