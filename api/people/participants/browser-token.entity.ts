import { Column } from 'typeorm';
import { TokenSession } from '../../platform/auth/token-session.entity.js';

/** What ties one browser to one person. */
export abstract class BrowserToken extends TokenSession {
  @Column('uuid')
  participantId: string;

  /** It came by a mailed link, or from one that did. By registering alone it holds only until the e-mail is proven. */
  @Column('boolean')
  isProven: boolean;
}
