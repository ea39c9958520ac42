import { InitialSchema1700000000000 } from './1700000000000-initial-schema.js';
import { SixQuestions1700000000001 } from './1700000000001-six-questions.js';
import { Operations1700000000010 } from './1700000000010-operations.js';
import { Return1700000000020 } from './1700000000020-return.js';
import { VideoPreparation1700000000030 } from './1700000000030-video-preparation.js';
import { TimedTranscripts1700000000040 } from './1700000000040-timed-transcripts.js';
import { TranscriptDrafts1700000000041 } from './1700000000041-transcript-drafts.js';
import { HostedVideos1700000000080 } from './1700000000080-hosted-videos.js';
import { Pictures1700000000085 } from './1700000000085-pictures.js';
import { TranscriptSearch1700000000090 } from './1700000000090-transcript-search.js';
import { LastChanges1700000000093 } from './1700000000093-last-changes.js';
import { ChunkChecksums1700000000096 } from './1700000000096-chunk-checksums.js';
import { EmailProof1700000000100 } from './1700000000100-email-proof.js';
import { MailboxKeys1700000000101 } from './1700000000101-mailbox-keys.js';
import { BareCopies1700000000120 } from './1700000000120-bare-copies.js';
import { UploadRefusals1700000000121 } from './1700000000121-upload-refusals.js';
import { SharedCounters1700000000130 } from './1700000000130-shared-counters.js';
import { NamedAudit1700000000131 } from './1700000000131-named-audit.js';
import { WordVersions1700000000140 } from './1700000000140-word-versions.js';
import { ChunkTimes1700000000160 } from './1700000000160-chunk-times.js';
import { NameCorrections1700000000170 } from './1700000000170-name-corrections.js';
import { PublicVideos1700000000180 } from './1700000000180-public-videos.js';
import { DraftTries1700000000190 } from './1700000000190-draft-tries.js';
import { StepsInCode1700000000200 } from './1700000000200-steps-in-code.js';
import { Sentences1700000000220 } from './1700000000220-sentences.js';
import { SearchOrder1700000000240 } from './1700000000240-search-order.js';
import { SearchInBulk1700000000241 } from './1700000000241-search-in-bulk.js';
import { DeletedSessions1700000000301 } from './1700000000301-deleted-sessions.js';
import { EarlierRecordings1700000000300 } from './1700000000300-earlier-recordings.js';
import { AnswerPieces1700000000320 } from './1700000000320-answer-pieces.js';
import { WrittenAnswers1700000000321 } from './1700000000321-written-answers.js';
import { ConsentReceipts1700000000340 } from './1700000000340-consent-receipts.js';
import { RecordingConsent1700000000341 } from './1700000000341-recording-consent.js';
import { BackupRecords1700000000380 } from './1700000000380-backup-records.js';
import { ReceiptMails1700000000410 } from './1700000000410-receipt-mails.js';
import { FormerEmails1700000000411 } from './1700000000411-former-emails.js';
import { UrgentAnswers1700000000412 } from './1700000000412-urgent-answers.js';
import { ConsentSound1700000000413 } from './1700000000413-consent-sound.js';
import { StoryWishes1700000000414 } from './1700000000414-story-wishes.js';
import { OpenUploads1700000000431 } from './1700000000431-open-uploads.js';
import { RecordingProofs1700000000430 } from './1700000000430-recording-proofs.js';
import { HelperLinks1700000000440 } from './1700000000440-helper-links.js';
import { Reminders1700000000441 } from './1700000000441-reminders.js';
import { WordsConsent1700000000442 } from './1700000000442-words-consent.js';
import { PhotosConsent1700000000485 } from './1700000000485-photos-consent.js';
import { HelperNames1700000000486 } from './1700000000486-helper-names.js';
import { DraftsSetApart1700000000487 } from './1700000000487-drafts-set-apart.js';
import { UrgentPhotos1700000000470 } from './1700000000470-urgent-photos.js';
import { SiteObjects1700000000495 } from './1700000000495-site-objects.js';
import { NightlyLooks1700000000500 } from './1700000000500-nightly-looks.js';
import { OwnChoices1700000000360 } from './1700000000360-own-choices.js';
import { LimitedReleases1700000000401 } from './1700000000401-limited-releases.js';
import { ReleaseTerms1700000000400 } from './1700000000400-release-terms.js';
import { Releases1700000000361 } from './1700000000361-releases.js';
import { PlacesElsewhere1700000000420 } from './1700000000420-places-elsewhere.js';
import { PeriodsOfKeeping1700000000421 } from './1700000000421-periods-of-keeping.js';
import { SiteServers1700000000450 } from './1700000000450-site-servers.js';
import { HelpedUploads1700000000466 } from './1700000000466-helped-uploads.js';
import { WrittenChapters1700000000465 } from './1700000000465-written-chapters.js';
import { PublisherVersions1700000000530 } from './1700000000530-publisher-versions.js';
import { QuickPublicVideos1700000000540 } from './1700000000540-quick-public-videos.js';
import { LedgerClock1700000000550 } from './1700000000550-ledger-clock.js';
import { EndedEmailChanges1700000000560 } from './1700000000560-ended-email-changes.js';
import { CoveredCuts1700000000570 } from './1700000000570-covered-cuts.js';
import { AgreedGuardians1700000000580 } from './1700000000580-agreed-guardians.js';
import { JoinFailures1700000000590 } from './1700000000590-join-failures.js';
import { KnownWords1700000000600 } from './1700000000600-known-words.js';
import { KnownHandles1700000000605 } from './1700000000605-known-handles.js';
import { ProofFailures1700000000610 } from './1700000000610-proof-failures.js';
import { EmailNotices1700000000620 } from './1700000000620-email-notices.js';
import { ContinuedAnswers1700000000630 } from './1700000000630-continued-answers.js';
import { GuardiansSetApart1700000000640 } from './1700000000640-guardians-set-apart.js';
import { JoinedWords1700000000645 } from './1700000000645-joined-words.js';
import { RefusedNotices1700000000650 } from './1700000000650-refused-notices.js';
import { ToldStaff1700000000660 } from './1700000000660-told-staff.js';
import { GivenUpReceiptMails1700000000665 } from './1700000000665-given-up-receipt-mails.js';
import { ToldListings1700000000670 } from './1700000000670-told-listings.js';
import { WishedChanges1700000000680 } from './1700000000680-wished-changes.js';
import { HeldDrafts1700000000690 } from './1700000000690-held-drafts.js';
import { StaffAccounts1700000000700 } from './1700000000700-staff-accounts.js';
import { NamedProducers1700000000710 } from './1700000000710-named-producers.js';
import { LinkAims1700000000720 } from './1700000000720-link-aims.js';
import { FormerFilms1700000000730 } from './1700000000730-former-films.js';
import { UploadOwners1700000000740 } from './1700000000740-upload-owners.js';
import { CorrectedMailboxes1700000000745 } from './1700000000745-corrected-mailboxes.js';
import { AskedAnew1700000000750 } from './1700000000750-asked-anew.js';
import { StoryChanges1700000000760 } from './1700000000760-story-changes.js';
import { MailedMailboxes1700000000770 } from './1700000000770-mailed-mailboxes.js';

/** In the order in which they run; a landed migration is never edited. */
export const migrations = [
  InitialSchema1700000000000,
  SixQuestions1700000000001,
  Operations1700000000010,
  Return1700000000020,
  VideoPreparation1700000000030,
  TimedTranscripts1700000000040,
  TranscriptDrafts1700000000041,
  HostedVideos1700000000080,
  Pictures1700000000085,
  TranscriptSearch1700000000090,
  LastChanges1700000000093,
  ChunkChecksums1700000000096,
  EmailProof1700000000100,
  MailboxKeys1700000000101,
  BareCopies1700000000120,
  UploadRefusals1700000000121,
  SharedCounters1700000000130,
  NamedAudit1700000000131,
  WordVersions1700000000140,
  ChunkTimes1700000000160,
  NameCorrections1700000000170,
  PublicVideos1700000000180,
  DraftTries1700000000190,
  StepsInCode1700000000200,
  Sentences1700000000220,
  SearchOrder1700000000240,
  SearchInBulk1700000000241,
  EarlierRecordings1700000000300,
  DeletedSessions1700000000301,
  AnswerPieces1700000000320,
  WrittenAnswers1700000000321,
  ConsentReceipts1700000000340,
  RecordingConsent1700000000341,
  OwnChoices1700000000360,
  Releases1700000000361,
  BackupRecords1700000000380,
  ReleaseTerms1700000000400,
  LimitedReleases1700000000401,
  ReceiptMails1700000000410,
  FormerEmails1700000000411,
  UrgentAnswers1700000000412,
  ConsentSound1700000000413,
  StoryWishes1700000000414,
  PlacesElsewhere1700000000420,
  PeriodsOfKeeping1700000000421,
  RecordingProofs1700000000430,
  OpenUploads1700000000431,
  HelperLinks1700000000440,
  Reminders1700000000441,
  WordsConsent1700000000442,
  SiteServers1700000000450,
  WrittenChapters1700000000465,
  HelpedUploads1700000000466,
  UrgentPhotos1700000000470,
  PhotosConsent1700000000485,
  HelperNames1700000000486,
  DraftsSetApart1700000000487,
  SiteObjects1700000000495,
  NightlyLooks1700000000500,
  PublisherVersions1700000000530,
  QuickPublicVideos1700000000540,
  LedgerClock1700000000550,
  EndedEmailChanges1700000000560,
  CoveredCuts1700000000570,
  AgreedGuardians1700000000580,
  JoinFailures1700000000590,
  KnownWords1700000000600,
  KnownHandles1700000000605,
  ProofFailures1700000000610,
  EmailNotices1700000000620,
  ContinuedAnswers1700000000630,
  GuardiansSetApart1700000000640,
  JoinedWords1700000000645,
  RefusedNotices1700000000650,
  ToldStaff1700000000660,
  GivenUpReceiptMails1700000000665,
  ToldListings1700000000670,
  WishedChanges1700000000680,
  HeldDrafts1700000000690,
  StaffAccounts1700000000700,
  NamedProducers1700000000710,
  LinkAims1700000000720,
  FormerFilms1700000000730,
  UploadOwners1700000000740,
  CorrectedMailboxes1700000000745,
  AskedAnew1700000000750,
  StoryChanges1700000000760,
  MailedMailboxes1700000000770,
];
