/** Registers the accounts feature: sign-in, the member's own account, and user administration. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import {
  findAvatarNames,
  listRemoteAvatarPictures,
  replaceRemoteAvatarPicture,
} from '#features/accounts/profile/avatars/avatar-pictures.queries.ts'
import { passkeyMails } from '#features/accounts/passkeys/passkey.mail.ts'
import { passwordMails } from '#features/accounts/passwords/password.mail.ts'
import { profileMails } from '#features/accounts/profile/profile.mail.ts'
import { guessingMails } from '#features/accounts/sign-in/guessing.mail.ts'
import { codesSwitchedMail } from '#features/accounts/second-factor/second-factor.mail.ts'
import { newBrowserMail } from '#features/accounts/sign-in/new-browser.mail.ts'
import { z } from '#platform/contract/zod.ts'
import { accountRoutes } from './account.routes.ts'
import { ExportedAccount, ExportedPasskey, ExportedSession } from '#features/accounts/profile/personal-data/account-export.contract.ts'
import {
  findAccountForExport,
  findPasskeysForExport,
  findSessionsForExport,
} from '#features/accounts/profile/personal-data/personal-data.queries.ts'
import { passkeyRoutes } from '#features/accounts/passkeys/passkey.routes.ts'
import { removeExpiredSessions, removeExpiredTokens } from '#features/accounts/sessions/session.service.ts'
import { removeOldBrowsers } from '#features/accounts/sign-in/known-browser.service.ts'
import { removeOldAttempts } from '#features/accounts/sign-in/throttle.service.ts'
import { removeExpiredReservations } from '#features/accounts/sign-in/reserved-username.service.ts'
import { openTotpColumn } from '#features/accounts/second-factor/totp-secret.ts'
import { liftEndedRestrictions } from '#features/accounts/administration/member-sanction.service.ts'
import { userAdminRoutes } from '#features/accounts/administration/user-admin.routes.ts'

const HOUR_SECONDS = 3600

export const accountsFeature = (features: AllFeatures): Feature => ({
  name: 'accounts',
  dependsOn: ['audit', 'counting', 'mail', 'mail-ledger', 'notices', 'suppressions', 'trust', 'uploads', 'users', 'webhooks', 'drafts'],
  api: [
    {
      name: 'My account',
      about: 'Sign-up, sign-in, sign-out, and the member’s own account.',
      routes: [...accountRoutes(features), ...passkeyRoutes],
    },
    { name: 'Accounts', about: 'User administration.', routes: userAdminRoutes(features) },
  ],
  jobs: [
    {
      name: 'forget what has expired',
      everySeconds: HOUR_SECONDS,
      watchedTables: ['sessions'],
      run: removeExpiredSessions,
      retention: { table: 'sessions', what: 'Sessions of members', after: 'when they expire' },
    },
    { name: 'lift ended restrictions', everySeconds: 60, watchedTables: ['users'], run: (ctx) => liftEndedRestrictions(ctx) },
    {
      name: 'forget links whose time is over',
      everySeconds: HOUR_SECONDS,
      watchedTables: ['one_time_tokens'],
      run: removeExpiredTokens,
      retention: { table: 'one_time_tokens', what: 'Links and keys sent by email', after: 'when they expire' },
    },
    {
      name: 'forget old attempts to sign in',
      everySeconds: HOUR_SECONDS,
      watchedTables: ['sign_in_failures'],
      isForEveryProcess: true,
      run: removeOldAttempts,
      retention: { table: 'sign_in_failures', what: 'Failed sign-in attempts', after: 'a day after the last attempt' },
    },
    {
      name: 'forget browsers that are no longer used',
      everySeconds: HOUR_SECONDS,
      watchedTables: ['known_browsers'],
      run: removeOldBrowsers,
      retention: { table: 'known_browsers', what: 'Known browsers of members', after: '400 days after they were last used' },
    },
    {
      name: 'remove expired reservations of usernames',
      everySeconds: HOUR_SECONDS,
      watchedTables: ['given_up_usernames'],
      run: removeExpiredReservations,
      retention: { table: 'given_up_usernames', what: 'Hashes of former usernames', after: '90 days after the change' },
    },
  ],
  mails: [...profileMails, ...passwordMails, ...passkeyMails, ...guessingMails, newBrowserMail, codesSwitchedMail],
  pictureNames: findAvatarNames,
  remotePictures: [{ list: listRemoteAvatarPictures, replace: replaceRemoteAvatarPicture }],
  tables: {
    users: {
      alsoWrittenBy: ['users', 'reputation'],
      archive: {
        key: ['id'],
        unseal: (row) => ({ ...row, totp_secret: openTotpColumn(row['id'], row['totp_secret']) }),
        withoutPasswords: (row) => ({ ...row, password_hash: null, totp_secret: null, totp_since: null, passkey_since: null }),
      },
      personal: { section: 'account', shape: ExportedAccount, find: findAccountForExport },
    },
    sessions: {
      references: ['users'],
      archive: { never: 'grants access' },
      personal: { section: 'sessions', shape: z.array(ExportedSession), find: findSessionsForExport },
    },
    one_time_tokens: {
      hasSecretWrites: true,
      references: ['users'],
      archive: { never: 'grants access' },
      personal: { notExported: 'a sign-in secret' },
    },
    recovery_codes: {
      references: ['users'],
      archive: { key: ['user_id', 'code_hash'], withoutPasswords: () => undefined },
      personal: { notExported: 'a sign-in secret' },
    },
    passkeys: {
      references: ['users'],
      archive: { key: ['id'], withoutPasswords: () => undefined },
      personal: { section: 'passkeys', shape: z.array(ExportedPasskey), find: findPasskeysForExport },
    },
    known_browsers: {
      hasSecretWrites: true,
      references: ['users'],
      archive: { never: 'belongs to this address' },
      personal: { notExported: 'a sign-in secret' },
    },
    given_up_usernames: {
      hasSecretWrites: true,
      archive: { key: ['name_hash'] },
      personal: { notExported: 'only a hash of a name that is reserved for 90 days' },
    },
    sign_in_failures: {
      hasSecretWrites: true,
      archive: { never: 'counts attempts of the hour' },
      personal: { notExported: 'deleted after a day' },
    },
  },
})
