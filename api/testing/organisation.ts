/** What a real site has to say about itself. */
export const REAL_ORGANISATION = {
  ORGANISATION_NAME: 'Stories Association',
  ORGANISATION_ADDRESS: '1 Quiet Street, Oslo',
  ORGANISATION_EMAIL: 'privacy@example.org',
  ORGANISATION_TERMS_URL: 'https://stories.example/terms',
};
