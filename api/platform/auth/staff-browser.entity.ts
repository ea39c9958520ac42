import { Entity } from 'typeorm';
import { TokenSession } from './token-session.entity.js';

/** A browser in which staff have signed in: it proves that, and opens nothing. */
@Entity('staff_browser')
export class StaffBrowser extends TokenSession {}
