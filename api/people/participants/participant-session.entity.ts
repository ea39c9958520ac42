import { Entity } from 'typeorm';
import { BrowserToken } from './browser-token.entity.js';

@Entity('participant_session')
export class ParticipantSession extends BrowserToken {}
