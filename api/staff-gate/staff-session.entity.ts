import { Entity } from 'typeorm';
import { TokenSession } from '../token-sessions/token-session.entity.js';

@Entity('staff_session')
export class StaffSession extends TokenSession {}
