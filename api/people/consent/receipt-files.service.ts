import { Injectable } from '@nestjs/common';
import type { Receipt } from '../../contract/consent/receipts.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { AppError } from '../../platform/http/app-error.js';
import type { Mail } from '../../platform/mail/mail.js';
import { receiptMail } from './consent-mails.js';
import { privacyFactsOf } from './privacy-facts.js';
import { type ReceiptDocument, receiptDocument } from './receipt-document.js';
import { ReceiptsService } from './receipts.service.js';

/** Receipts as files that people keep. */
@Injectable()
export class ReceiptFiles {
  constructor(
    private readonly config: AppConfig,
    private readonly receipts: ReceiptsService,
  ) {}

  /** All of a person's, oldest first. */
  async listOf(participantId: string): Promise<{ receipt: Receipt; document: ReceiptDocument }[]> {
    const receipts = await this.receipts.listOf(participantId);
    return receipts.map((receipt) => ({ receipt, document: this.documentOf(receipt) }));
  }

  /** @throws AppError 404 `receipt_not_found`, also for one of somebody else */
  async find(participantId: string, id: string): Promise<ReceiptDocument> {
    const receipt = (await this.receipts.listOf(participantId)).find((own) => own.id === id);
    if (!receipt) throw new AppError(404, 'receipt_not_found', 'There is no such receipt.');
    return this.documentOf(receipt);
  }

  /** To whose it is, with the file. */
  mail(to: string, receipt: Receipt): Mail {
    const { publicUrl } = this.config;
    return receiptMail(to, { receipt, document: this.documentOf(receipt) }, publicUrl, privacyFactsOf(this.config));
  }

  private documentOf(receipt: Receipt): ReceiptDocument {
    return receiptDocument(receipt, privacyFactsOf(this.config), this.config.publicUrl);
  }
}
